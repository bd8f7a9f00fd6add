module Billing.Money (Money (..), Currency (..), zero, (|+|), render) where

import qualified Data.Text as T

data Money = Money Integer

data Currency = Euro | Dollar | Other T.Text

zero :: Money
zero = Money 0

infixl 6 |+|
(|+|) :: Money -> Money -> Money
Money a |+| Money b = Money (a + b)

-- | Shows an amount. @hidden x = x@ is no function.
render :: Currency -> Money -> T.Text
render currency (Money cents) = T.pack (sign currency) <> padded cents
  where
    padded n = T.pack (pad (show n))
    pad text
      | length text < 3 = pad ('0' : text)
      | otherwise = text

sign :: Currency -> String
sign Euro = "EUR"
sign Dollar = "USD"
sign (Other name) = T.unpack name
