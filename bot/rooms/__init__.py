"""What buttons and menus do, one room a purpose; importing a room registers its verbs."""
