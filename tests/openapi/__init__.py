"""What Discord's own API description says of every request and answer in the tests."""
