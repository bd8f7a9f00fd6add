'use strict';
const express = require('express');
const { charge, refund: giveBack } = require('./lib/billing');
const Ledger = require('./lib/ledger');
const log = require('./lib').log;

const app = module.exports = express();

app.use('/orders', require('./routes/orders'));
app.get('/health', function health(req, res) {
  res.end('ok');
});
app.post('/charges', (req, res) => {
  const ledger = new Ledger(req.body.account);
  ledger.post(charge(req.body.amount));
  giveBack(ledger, 1);
  log('charge(ledger)');
});

if (require.main === module) {
  app.listen(3000, () => log('ready'));
}
