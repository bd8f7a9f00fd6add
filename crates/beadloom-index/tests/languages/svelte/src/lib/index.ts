export { Cart } from "./cart";
export { total } from "./math";
export { default as Price } from "./Price.svelte";
