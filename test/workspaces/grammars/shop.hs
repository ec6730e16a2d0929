{-# LANGUAGE GADTs #-}
module Shop.Cart (Cart(..), total) where
import Data.List
data Cart a = Cart { items :: [a], size :: Int } | Empty deriving Show
newtype Amount = Amount { cents :: Int }
type Id = Int
class Priced a where
  price :: a -> Int
  doubled :: a -> Int
  doubled x = price x * 2
instance Priced (Cart a) where
  price _ = 1
total :: Cart a -> Int
total Empty = 0
total (Cart is _) = go is
  where go = length
x <+> y = x
limit = 10
data Term a where
  Lit :: Int -> Term Int
type family F a
pattern P x = Just x
