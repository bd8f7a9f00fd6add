import type {
  ModelEntry,
  ModelListAnswer,
  ModelPullAnswer,
  ModelStatusAnswer,
  RuntimeState,
} from '../model/answers.js';
import type { Paint } from './colour.js';
import { bytes, counted, duration, fit, grouped, pad, plainLine, width, wrap } from './text.js';

const NAME_MOST = 44;

/** A line per model, then the runtime. */
export function modelListText(answer: ModelListAnswer, paint: Paint, wrapAt: number | undefined): string {
  return [
    ...modelLines(answer.models, paint, wrapAt),
    '',
    ...runtimeLines(answer.runtime, paint, wrapAt),
  ].join('\n');
}

/** What serves, why not more, then the same. */
export function modelStatusText(answer: ModelStatusAnswer, paint: Paint, wrapAt: number | undefined): string {
  const { tiers, configured, vectors, missing, warning, hint } = answer;
  const serves = tiers.length > 1 ? `words, and meaning by the ${tiers.at(-1)} model` : 'words only';
  const lines = [`${paint.bold('Search goes by')}: ${serves} (search.model: ${plainLine(configured)})`];
  if (vectors + missing > 0 && tiers.length > 1) {
    const rest = missing > 0 ? `, ${grouped(missing)} missing` : '';
    lines.push(`${paint.bold('Vectors')}: ${grouped(vectors)}${rest}`);
  }
  if (warning !== null) {
    lines.push(...wrap(`${paint.yellow('Not as configured')}: ${plainLine(warning)}`, wrapAt, 2));
  }
  if (hint !== null) {
    lines.push(...wrap(`${paint.cyan('To get more')}: ${plainLine(hint)}`, wrapAt, 2));
  }
  return [...lines, '', modelListText(answer, paint, wrapAt)].join('\n');
}

/** What came, and how to use it. */
export function modelPullText(answer: ModelPullAnswer, wrapAt: number | undefined): string {
  const { name, path, downloaded_bytes: came, duration_ms: ms } = answer;
  const size = `${counted(answer.files.length, 'file')}, ${bytes(answer.bytes)}`;
  const news = came < answer.bytes ? `, ${bytes(came)} of it just now` : '';
  return [
    `${name} is installed: ${size}${news}, ${duration(ms)}`,
    `  ${plainLine(path)}`,
    ...wrap(
      `To use it: \`search: {model: ${name}}\` in .beadloom/config.yml, then beadloom model status`,
      wrapAt,
      2,
    ),
  ].join('\n');
}

function modelLines(models: readonly ModelEntry[], paint: Paint, wrapAt: number | undefined): string[] {
  const names = models.map(({ name }) => fit(plainLine(name), NAME_MOST));
  const room = Math.max(...names.map(width));
  const lines = models.flatMap((model, index) => {
    const { dimensions, error } = model;
    const parts = [
      dimensions === null ? '' : counted(dimensions, 'dimension'),
      model.bytes === null ? '' : bytes(model.bytes),
      stateText(model),
    ].filter((part) => part !== '');
    const mark = model.active ? paint.green('*') : ' ';
    const line = `${mark} ${pad(names[index] ?? '', room)}  ${parts.join(', ')}`;
    return error === null
      ? [line]
      : [line, ...wrap(`    ${paint.red('error')}: ${plainLine(error)}`, wrapAt, 6)];
  });
  return [`${paint.bold('Models')}:`, ...lines];
}

function stateText({ name, installed, active, error }: ModelEntry): string {
  if (active) {
    return 'in use';
  }
  if (error !== null) {
    return 'cannot be used';
  }
  if (installed) {
    return 'installed';
  }
  return name === 'static' ? 'not in this build' : 'not installed';
}

function runtimeLines(runtime: RuntimeState, paint: Paint, wrapAt: number | undefined): string[] {
  const { available, version, path, hint } = runtime;
  const what = available
    ? `ONNX ${version ?? '(version unknown)'}`
    : path === null
      ? 'none'
      : 'cannot be used';
  const lines = [`${paint.bold('Runtime')}: ${what}`];
  if (path !== null) {
    lines.push(`  ${plainLine(path)}`);
  }
  return hint === null ? lines : [...lines, ...wrap(`  ${plainLine(hint)}`, wrapAt, 2)];
}
