{-# LANGUAGE LambdaCase #-}
-- | Posting to ledgers.
module Billing.Ledger
  ( post
  , total
  , describe
  ) where

import Prelude hiding (lookup)
import Data.Map.Strict (Map)
import qualified Data.Map.Strict as Map
import qualified Billing.Money as M
import Billing.Types (Entry (..), Id (..), Ledger (..), Money (Money), Summable (nothing, plus))

-- | Posts an entry.
post :: Entry -> Ledger -> Ledger
post entry ledger = check $ ledger { entries = entry : known }
  where
    known = filter isOpen (entries ledger)
    isOpen = \case
      Paid _ _ -> True
      Due _ -> False

check :: Ledger -> Ledger
check ledger
  | null (entries ledger) = error "post entry ledger"
  | otherwise = ledger

-- | Adds up.
total :: Ledger -> Money
total = foldr (plus . amount) nothing . entries

amount :: Entry -> Money
amount (Paid _ money) = money
amount _ = M.zero

describe :: Ledger -> IO ()
describe ledger = do
  let text = M.render M.Euro (total ledger)
  report text
  print (Map.size index)
  where
    index :: Map Id Entry
    index = Map.fromList [(Id 1, Due (Id 1))]
    report = print . wrap
    wrap text = (text, Lost)
