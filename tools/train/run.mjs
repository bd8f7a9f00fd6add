// `npm run train -- selection …` and `npm run train -- documents …`.

import { Failure, script } from '../../scripts/lib/process.mjs';
import { trainDocuments } from './documents.mjs';
import { trainSelection } from './selection.mjs';

const TRAININGS = { documents: trainDocuments, selection: trainSelection };

await script(async ([name, ...args]) => {
  const train = TRAININGS[name];
  if (train === undefined) {
    throw new Failure(`usage: npm run train -- ${Object.keys(TRAININGS).join(' | ')} --data FOLDER …`);
  }
  await train(args);
});
