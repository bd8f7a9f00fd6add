// `npm run train -- selection …`, `npm run train -- documents …` and `npm run train -- links …`.

import { Failure, script } from '../../scripts/lib/process.mjs';
import { trainDocuments } from './documents.mjs';
import { trainLinks } from './links.mjs';
import { trainSelection } from './selection.mjs';

const TRAININGS = { documents: trainDocuments, links: trainLinks, selection: trainSelection };

await script(async ([name, ...args]) => {
  const train = TRAININGS[name];
  if (train === undefined) {
    throw new Failure(`usage: npm run train -- ${Object.keys(TRAININGS).join(' | ')} --data FOLDER …`);
  }
  await train(args);
});
