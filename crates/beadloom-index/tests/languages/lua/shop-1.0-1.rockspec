package = "shop"
version = "1.0-1"
source = { url = "git://example.org/shop" }
build = {
   type = "builtin",
   modules = {
      ["shop"] = "src/shop/init.lua",
      ["shop.ledger"] = "src/shop/ledger.lua",
      ["shop.money"] = "src/shop/money.lua",
   },
}
