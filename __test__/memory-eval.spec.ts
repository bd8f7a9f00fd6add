// How the sets of `npm run eval -- memory` are read, on a small sample of our own, and asked through the library.
import test from 'ava';

import { Beadloom } from '../src/api/index.js';
import { ask, beam, locomo, measured, report } from '../bench/eval/memory.mjs';

const CONVERSATION = {
  sample_id: 'one',
  conversation: {
    speaker_a: 'Ann',
    session_2_date_time: '12:05 am on 3 March, 2024',
    session_2: [
      { speaker: 'Ann', dia_id: 'D2:1', text: 'We moved the queue to the new cluster.' },
      { speaker: 'Bob', dia_id: 'D2:2', text: 'And the dashboards?', blip_caption: 'a graph with a spike' },
    ],
    session_1_date_time: '4:04 pm on 20 January, 2023',
    session_1: [{ speaker: 'Bob', dia_id: 'D1:1', text: 'My cat is called Miso.' }],
  },
  qa: [
    { question: 'What is the name of the cat of Bob?', evidence: ['D1:1'], category: 4 },
    { question: 'Where does the queue run?', evidence: ['D2:1; D9:9'], category: 1 },
    { question: 'What is not there?', evidence: [], category: 5 },
  ],
};

test('sessions and turns of LoCoMo are memories with their times', (t) => {
  const [sessions] = locomo([CONVERSATION], 'sessions');
  t.deepEqual(
    sessions?.memories.map(({ id, created_at: at }) => [id, at]),
    [
      ['mem-s1', '2023-01-20T16:04:00Z'],
      ['mem-s2', '2024-03-03T00:05:00Z'],
    ],
  );
  const [turns] = locomo([CONVERSATION], 'turns');
  t.deepEqual(
    turns?.memories.map(({ id, created_at: at }) => [id, at]),
    [
      ['mem-d1-1', '2023-01-20T16:04:00Z'],
      ['mem-d2-1', '2024-03-03T00:05:00Z'],
      ['mem-d2-2', '2024-03-03T00:05:01Z'],
    ],
  );
  t.is(turns?.memories[2]?.content, 'Bob: And the dashboards? [photo: a graph with a spike]');
  t.deepEqual(
    turns?.questions.map(({ relevant }) => relevant),
    [['mem-d1-1'], ['mem-d2-1']],
  );
  t.deepEqual(
    sessions?.questions.map(({ relevant }) => relevant),
    [['mem-s1'], ['mem-s2']],
  );
});

test('messages of BEAM are memories, and sources are ids in any form', (t) => {
  const chat = [
    {
      turns: [
        [
          { id: 0, role: 'user', content: 'When is the sprint? ->-> 1,1' },
          { id: 1, role: 'assistant', content: 'In May.' },
        ],
      ],
    },
    { turns: [[{ id: 2, role: 'user', content: 'x'.repeat(70_000) }]] },
  ];
  const store = beam('7', chat, {
    facts: [
      { question: 'a', source_chat_ids: [1, 99] },
      { question: 'b', source_chat_ids: { first: [0], second: 2 } },
    ],
    none: [{ question: 'c' }, { question: 'd', source_chat_ids: [] }],
  });
  t.deepEqual(
    store.memories.map(({ id, created_at: at }) => [id, at]),
    [
      ['mem-0', '2024-01-01T00:00:00Z'],
      ['mem-1', '2024-01-01T00:00:01Z'],
      ['mem-2', '2024-01-02T00:00:00Z'],
    ],
  );
  t.is(store.memories[0]?.content, 'When is the sprint?');
  t.true((store.memories[2]?.content.length ?? 0) < 65_536);
  t.deepEqual(
    store.questions.map(({ relevant }) => relevant),
    [['mem-1'], ['mem-0', 'mem-2']],
  );
});

test('what is measured is the share of the evidence', (t) => {
  const found = ['a', 'b', 'c', 'd', 'e', 'f'];
  t.deepEqual(measured(found, ['b', 'f']), { at5: 0.5, at10: 1, any: 1 });
  t.deepEqual(measured([], ['b']), { at5: 0, at10: 0, any: 0 });
});

test('questions are asked through the library', async (t) => {
  const [store] = locomo([CONVERSATION], 'turns');
  t.truthy(store);
  const answers = await ask(store as NonNullable<typeof store>, Beadloom);
  t.deepEqual(
    answers.map(({ at10 }: { at10: number }) => at10),
    [1, 1],
  );
  t.regex(report([['sample', answers]]), /\| sample \| 2 \| 1\.000 \| 1\.000 \| 1\.000 \| 0 \|/);
  t.notRegex(report([['sample', answers]]), /held-out/);
  const halves = answers.map((answer, at) => ({ ...answer, heldOut: at === 1 }));
  t.regex(report([['sample', halves]]), /\| – held-out half \| 1 \| 1\.000/);
});
