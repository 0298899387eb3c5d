-- Dice that anyone can check. A secret is the root of its chain, hashed by SHA-256 so many times;
-- each further game of a series takes one link less. NULL: a game without dice.
ALTER TABLE tables ADD COLUMN dice_root TEXT;
ALTER TABLE tables ADD COLUMN dice_links INTEGER;

-- What a player adds to the dice: the interaction by which they took their place, and words.
ALTER TABLE players ADD COLUMN accepted INTEGER;
ALTER TABLE players ADD COLUMN words TEXT NOT NULL DEFAULT '';
