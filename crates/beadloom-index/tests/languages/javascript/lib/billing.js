const Ledger = require('./ledger');
const { log: write } = require('./log');

const RATE = 0.2, NAMES = ['a', 'b'];

function charge(amount) {
  write(`charged ${amount}`);
  return round(amount * (1 + RATE));
}

const refund = (ledger, amount) => ledger.post(-amount);

function round(value) {
  return Math.round(value);
}

module.exports = {
  charge,
  refund,
  total(ledgers) {
    return ledgers.map((ledger) => ledger.balance()).reduce(sum, 0);
  },
  settle: async function (account) {
    const ledger = Ledger.of(account);
    await charge(ledger.balance());
  },
  rate: RATE,
};

function sum(a, b) {
  return a + b;
}
