"""Handlers of buttons, menus and forms; importing a module registers its verbs."""
