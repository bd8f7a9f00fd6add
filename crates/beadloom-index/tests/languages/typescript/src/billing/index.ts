export { default as Ledger, fingerprint as digestOf, ClosedError } from "./ledger.js";
export * from "./money.js";
export * as ledger from "./ledger.js";
