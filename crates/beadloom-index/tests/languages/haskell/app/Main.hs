module Main where

import Billing.Ledger
import Billing.Types

main :: IO ()
main = do
  let ledger = post (Due (Id 1)) (Ledger "me" [])
  describe ledger
  print (owner ledger)
  run ledger

run :: Ledger -> IO ()
run = describe . post (Paid (Id 2) zero)
