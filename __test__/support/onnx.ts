import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Tokens of the small model. */
const TOKENS = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  'parse',
  '##r',
  'token',
  '##s',
  'read',
  'file',
  'write',
  'http',
  'hello',
];

/** Numbers per vector of the small model. */
const DIMENSION = 8;

/** What a model is made with, where it is not the usual. */
export interface Odd {
  /** Every number of the matrix. */
  weight?: number;
  /** Numbers per vector in the ONNX file. */
  dimension?: number;
  /** Words instead of the usual ones, each with what it is about: words about the same are near each other. */
  about?: Record<string, number>;
}

/** The files of a small model: a table of vectors by token, layer normalisation, a matrix. */
export function modelFiles(odd: Odd = {}): Record<string, Buffer> {
  const tokens = tokensOf(odd);
  const config = { model_type: 'bert', hidden_size: DIMENSION, vocab_size: tokens.length };
  return {
    'config.json': Buffer.from(JSON.stringify(config)),
    'vocab.txt': Buffer.from(tokens.join('\n')),
    'tokenizer_config.json': Buffer.from('{"do_lower_case": true}'),
    'onnx/model.onnx': onnx(odd),
  };
}

/** Writes a model into a folder and returns that. */
export function writeModel(folder: string, files: Record<string, Buffer> = modelFiles()): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/**
 * The library of a runtime: the one of `ORT_DYLIB_PATH`, or of a package that is installed here. It is 40 MB and no
 * dependency; tests that need it are left out where there is none.
 */
export function runtimeLibrary(): string | undefined {
  const given = process.env['ORT_DYLIB_PATH'];
  if (given) {
    return given;
  }
  const root = fileURLToPath(new URL('../../node_modules/onnxruntime-node/bin/napi-v6/', import.meta.url));
  const names: Record<string, string> = { linux: 'libonnxruntime.so.1', win32: 'onnxruntime.dll' };
  const name = names[process.platform] ?? 'libonnxruntime.1.dylib';
  const path = join(root, process.platform, process.arch, name);
  return existsSync(path) ? path : undefined;
}

function tokensOf({ about }: Odd): string[] {
  return about === undefined ? TOKENS : [...TOKENS.slice(0, SPECIAL), ...Object.keys(about)];
}

/** Special tokens at the head of the vocabulary. */
const SPECIAL = 4;

/** An ONNX file, field by field of its protocol buffers. */
function onnx(odd: Odd): Buffer {
  const { weight, about, dimension = DIMENSION } = odd;
  const tokens = tokensOf(odd);
  const epsilon = [text(1, 'epsilon'), single(2, 1e-5), whole(20, 1)];
  const one = (row: number, column: number): number => (row === column ? 1 : 0);
  const square = Array.from({ length: dimension * dimension }, (_, at) =>
    one(Math.floor(at / dimension), at % dimension),
  );
  const matrix = (about ? square : numbers(dimension * dimension)).map((number) => weight ?? number);
  // Of a word, a single number is large; of special tokens and of unknown words, the last.
  const subjects = [...Array.from({ length: SPECIAL }, () => dimension - 1), ...Object.values(about ?? {})];
  const table = about
    ? subjects.flatMap((subject) => Array.from({ length: dimension }, (_, at) => one(at, subject)))
    : numbers(tokens.length * dimension);
  const graph = [
    field(1, node('Gather', ['table', 'input_ids'], 'rows')),
    field(1, node('LayerNormalization', ['rows', 'scale'], 'even', Buffer.concat(epsilon))),
    field(1, node('MatMul', ['even', 'matrix'], 'last_hidden_state')),
    text(2, 'test'),
    field(5, tensor('table', [tokens.length, dimension], table)),
    field(
      5,
      tensor(
        'scale',
        [dimension],
        Array.from({ length: dimension }, () => 1),
      ),
    ),
    field(5, tensor('matrix', [dimension, dimension], matrix)),
    ...['input_ids', 'attention_mask'].map((name) => field(11, signature(name, 7))),
    field(12, signature('last_hidden_state', 1, dimension)),
  ];
  return Buffer.concat([whole(1, 8), field(8, whole(2, 17)), field(7, Buffer.concat(graph))]);
}

/** Any numbers that differ. */
function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => ((index * 7919) % 1000) / 500 - 1);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))];
}

function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(content.length)]), content]);
}

function text(number: number, content: string): Buffer {
  return field(number, Buffer.from(content));
}

function whole(number: number, content: number): Buffer {
  return Buffer.from([...varint(number * 8), ...varint(content)]);
}

function single(number: number, content: number): Buffer {
  return Buffer.concat([Buffer.from(varint(number * 8 + 5)), singles([content])]);
}

function singles(values: readonly number[]): Buffer {
  return Buffer.from(Float32Array.from(values).buffer);
}

function node(operation: string, inputs: string[], output: string, attribute?: Buffer): Buffer {
  const parts = [...inputs.map((input) => text(1, input)), text(2, output), text(4, operation)];
  return Buffer.concat(attribute ? [...parts, field(5, attribute)] : parts);
}

function tensor(name: string, shape: number[], values: readonly number[]): Buffer {
  return Buffer.concat([
    ...shape.map((size) => whole(1, size)),
    whole(2, 1),
    text(8, name),
    field(9, singles(values)),
  ]);
}

function signature(name: string, element: number, last?: number): Buffer {
  const shape = ['texts', 'tokens'].map((symbol) => field(1, text(2, symbol)));
  if (last !== undefined) {
    shape.push(field(1, whole(1, last)));
  }
  const type = Buffer.concat([whole(1, element), field(2, Buffer.concat(shape))]);
  return Buffer.concat([text(1, name), field(2, field(1, type))]);
}
