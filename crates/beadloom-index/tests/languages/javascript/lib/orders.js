import { charge } from './billing.js';
import * as ledgers from './ledger.js';

export const list = async () => {
  const found = await load();
  return found.map((order) => charge(order));
};

export async function* load() {
  yield ledgers.Journal.merge(1, 2);
}

export const change = function () {
  helper();
  const inner = () => helper();
  inner();
};

let helper = () => {};

export default class {
  run() {
    this.run();
    load();
  }
}
