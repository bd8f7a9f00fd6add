// Words beyond ASCII are found as they are typed: without accents, in other widths, with other endings.
import test from 'ava';

import type { RecallAnswer, SearchAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

/** A text, and words by which it is found. */
const CASES: Array<[text: string, words: string[]]> = [
  ['A autenticação usa tokens curtos', ['autenticacao', 'AUTENTICAÇÃO', 'autenticação']],
  ['Herr Müller pflegt die Straße', ['Muller', 'Müller', 'Strasse', 'straße']],
  ['проверки миграций перед выпуском', ['миграции', 'проверка', 'выпуск']],
  ['배포 전에 마이그레이션을 실행한다', ['마이그레이션', '배포를']],
  ['Use Cloudflare workers', ['Ｃｌｏｕｄｆｌａｒｅ']],
  ['Ｗｏｒｋｅｒ の設定を読み込む', ['worker', '設定']],
  ['la crème brûlée', ['creme', 'brulee']],
  ['η παράμετρος ορίζει το όριο', ['παραμετρος']],
];

for (const [text, words] of CASES) {
  test(`${text}: in code, documents and memory`, async (t) => {
    const where = project(t, {
      'src/a.py': `# ${text}\ndef first():\n    return 1\n`,
      'src/b.py': '# something else\ndef second():\n    return 2\n',
      'docs/a.md': `# Page\n\n${text}\n`,
      'docs/b.md': '# Other\n\nNothing of it.\n',
    });
    await answer(where, ['remember', text]);
    for (const word of words) {
      const { hits } = await answer<SearchAnswer>(where, ['search', word]);
      const paths = hits.map(({ path }) => path);
      t.true(paths.includes('src/a.py') && paths.includes('docs/a.md'), `${word}: ${paths.join(' ')}`);
      t.false(paths.includes('src/b.py') || paths.includes('docs/b.md'), `${word}: ${paths.join(' ')}`);
      const { memories } = await answer<RecallAnswer>(where, ['recall', word]);
      t.deepEqual(
        memories.map(({ content }) => content),
        [text],
        word,
      );
    }
  });
}
