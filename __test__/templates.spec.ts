import test from 'ava';

import type { RefsAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

const FILES = {
  'package.json': '{"name":"v"}',
  's.ts': `export function bind() {}
export function click() {}
export function text() {}
export function handler() {}
export function lines() { return []; }
export function action() {}
export function shown() { return true; }
export function label() {}
export function key() {}
export function slot() {}
export const LIMIT = 3;
export enum Mode { On }
`,
  'A.vue': `<script setup lang="ts">
import { bind, click, text, handler, lines, shown, label, key, slot, LIMIT, Mode } from "./s";
import * as api from "./s";
const local = 1;
function own() {}
</script>
<template>
  <p v-if="shown()" :title="bind()" @click="click()" @blur="handler">{{ text() }} {{ LIMIT }}</p>
  <li v-for="(line, at) in lines()" :key="key(line)" @click="api.click()">{{ api.text() }} {{ line.label }}</li>
  <li v-for="label in lines()">{{ label }} {{ 'text()' }} {{ \`\${bind()}\` }}</li>
  <Child #item="{ slot }"><i :class="{ label: Mode.On, x: slot }" @x="(key) => own(key)"></i></Child>
  <b :x="[1].map((text) => text)" title="click()">{{ local }} click()</b>
</template>
`,
  'B.svelte': `<script>
  import { bind, click, text, lines, handler, action, shown, label, key, LIMIT } from "./s";
  import * as api from "./s";
</script>
{#if shown()}
  <p on:click={() => click()} on:blur={handler} use:action>{text()} {LIMIT}</p>
{:else if api.shown()}
  {#each lines() as line (key(line))}
    <i title={bind(line)} class="a {label()}">{line.text}</i>
  {/each}
  {#each lines() as label}
    {label}
  {/each}
{/if}
`,
};

const USES: Record<string, string[]> = {
  bind: ['A.vue:8', 'A.vue:10', 'B.svelte:9'],
  click: ['A.vue:8', 'A.vue:9', 'B.svelte:6'],
  text: ['A.vue:8', 'A.vue:9', 'B.svelte:6'],
  handler: ['A.vue:8', 'B.svelte:6'],
  lines: ['A.vue:9', 'A.vue:10', 'B.svelte:8', 'B.svelte:11'],
  action: ['B.svelte:6'],
  shown: ['A.vue:8', 'B.svelte:5', 'B.svelte:7'],
  label: ['B.svelte:9'],
  key: ['A.vue:9', 'B.svelte:8'],
  slot: [],
  LIMIT: ['A.vue:8', 'B.svelte:6'],
  Mode: ['A.vue:11'],
  'A.own': ['A.vue:11'],
};

for (const [symbol, places] of Object.entries(USES)) {
  test(`templates of Vue and Svelte: ${symbol}`, async (t) => {
    const { callers } = await answer<RefsAnswer>(project(t, FILES), ['refs', symbol]);
    t.deepEqual(
      callers.map(({ path, line }) => `${path}:${line}`),
      places,
    );
  });
}
