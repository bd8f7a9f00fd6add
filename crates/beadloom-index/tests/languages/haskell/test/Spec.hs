module Main (main) where

import qualified Billing.Ledger
import Billing.Types (Ledger (Ledger))
import Test.Hspec

main :: IO ()
main = hspec spec

spec :: Spec
spec = describe "post" $ do
  it "describes" $ do
    Billing.Ledger.describe (Ledger "me" [])
