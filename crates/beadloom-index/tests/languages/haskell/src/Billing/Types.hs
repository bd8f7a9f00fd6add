-- | What a ledger is made of.
module Billing.Types
  ( Ledger (..)
  , Entry (Paid, Due)
  , Name
  , Summable (..)
  , Id (Id)
  , module Billing.Money
  ) where

import Billing.Money

-- | Who something belongs to.
type Name = String

newtype Id = Id Int
  deriving (Eq, Ord)

-- | Keeps entries.
data Ledger = Ledger
  { owner :: Name
  , entries :: [Entry]
  }

data Entry
  = Paid Id Money
  | Due Id
  | Lost

-- | What can be added up.
class Summable a where
  nothing :: a
  plus :: a -> a -> a
  plus a _ = a

instance Summable Money where
  nothing = zero
  plus (Money a) (Money b) = Money (a + b)

instance Summable Ledger where
  nothing = Ledger "nobody" []
