export { default as Close } from "./Close.svelte";
export { default as Open } from "./Price.svelte";
