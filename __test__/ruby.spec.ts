import test from 'ava';

import type { AffectedAnswer, GraphAnswer, RefsAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

const RAILS = {
  'app/models/story.rb': 'class Story < ApplicationRecord\n  def self.recent\n    limit(5)\n  end\nend\n',
  'app/models/admin/report.rb':
    'module Admin\n  class Report\n    LIMIT = 3\n    def rows\n      Story.recent\n      Row.new\n      Admin::Row.new\n    end\n  end\nend\n',
  'app/models/admin/row.rb':
    'module Admin\n  class Row\n    def cells\n      Report::LIMIT\n    end\n  end\nend\n',
  'app/models/row.rb': 'class Row\nend\n',
  'app/services/publisher.rb':
    'class Publisher\n  def call\n    Story.new\n    Row.new\n    Missing.new\n  end\nend\n',
  'config/initializers/story_patch.rb': 'class Story\n  def patched\n  end\nend\n',
  'db/migrate/20200101_add_domain.rb':
    'class AddDomain < ActiveRecord::Migration\n  class Story < ActiveRecord::Base\n  end\n\n  class Missing < ActiveRecord::Base\n  end\n\n  def up\n    Story.new\n  end\nend\n',
};

test('a constant means what is around it, else what is at the top, in the file that is called like it', async (t) => {
  const where = project(t, RAILS);
  const places = async (symbol: string) => {
    const { callers } = await answer<RefsAnswer>(where, ['refs', symbol]);
    return callers.map((one) => `${one.path}:${one.line} ${one.confidence}`);
  };
  t.deepEqual(await places('app/models/story.rb:Story'), [
    'app/models/admin/report.rb:5 exact',
    'app/services/publisher.rb:3 exact',
  ]);
  t.deepEqual(await places('Story.recent'), ['app/models/admin/report.rb:5 exact']);
  t.deepEqual(await places('AddDomain.Story'), ['db/migrate/20200101_add_domain.rb:9 exact']);
  t.deepEqual(await places('Admin.Row'), [
    'app/models/admin/report.rb:6 exact',
    'app/models/admin/report.rb:7 exact',
  ]);
  t.deepEqual(await places('app/models/row.rb:Row'), ['app/services/publisher.rb:4 exact']);
  // What stands in another class is not seen from outside, unless something unknown brings it in.
  t.deepEqual(await places('AddDomain.Missing'), ['app/services/publisher.rb:5 ambiguous']);
});

test('the parts of a Rails application need each other by the constants that they name', async (t) => {
  const where = project(t, {
    ...RAILS,
    '.beadloom/_graph/a.yml':
      'nodes:\n  - {ref_id: models, kind: domain, summary: m, source: app/models/}\n  - {ref_id: services, kind: domain, summary: s, source: app/services/}\n',
  });
  const edges = async () => {
    const graph = await answer<GraphAnswer>(where, ['graph']);
    return graph.edges.map((one) => `${one.src} ${one.kind} ${one.dst}`);
  };
  t.deepEqual(await edges(), ['services depends_on models']);
  where.write('app/services/publisher.rb', 'class Publisher\nend\n');
  t.deepEqual(await edges(), []);
  where.write('app/models/admin/row.rb', 'class Admin::Row\n  def cells\n    Publisher.new\n  end\nend\n');
  t.deepEqual(await edges(), ['models depends_on services']);
});

test('a test that may mean something else counts for what a change reaches, with its confidence, last', async (t) => {
  const where = project(t, {
    'app/models/story.rb': 'class Story\n  def fold_lines\n  end\nend\n',
    'app/models/comment.rb': 'class Comment\n  def fold_lines\n  end\nend\n',
    'app/models/page.rb': 'class Page\n  def show(thing)\n    thing.fold_lines\n  end\nend\n',
    'spec/models/story_spec.rb': 'describe Story do\n  it { Story.new }\nend\n',
    'spec/models/page_spec.rb': 'describe Page do\n  it { Page.new }\nend\n',
    'spec/requests/folding_spec.rb': 'describe "folding" do\n  it { make(:story).fold_lines }\nend\n',
    'spec/requests/other_spec.rb': 'describe "other" do\n  it { visit }\nend\n',
  });
  const { tests, reached } = await answer<AffectedAnswer>(where, ['affected', 'app/models/story.rb']);
  t.deepEqual(
    tests.map((one) => `${one.path} ${one.distance} ${one.confidence}`),
    [
      'spec/models/story_spec.rb 1 exact',
      'spec/requests/folding_spec.rb 1 ambiguous',
      'spec/models/page_spec.rb 2 ambiguous',
    ],
  );
  t.deepEqual(
    reached.map(({ path }) => path),
    ['spec/models/story_spec.rb'],
  );
});
