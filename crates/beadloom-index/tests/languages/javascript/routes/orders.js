var express = require('express');
var orders = require('../lib/orders');
var router = express.Router();

router.get('/', orders.list);
router.put('/:id', express.json(), orders.change.bind(orders));

function local() {
  orders.list();
  // orders.change() is only talk
  orders.missing();
}

exports = module.exports = router;
exports.local = local;
