"""ReMatch: stacks on 19 hexagons, red alone against the team of white and orange."""
