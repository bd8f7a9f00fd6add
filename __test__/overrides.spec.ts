import test from 'ava';

import type { AffectedAnswer, RefsAnswer, WhyAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

/** An interface with `Get`, what implements it, and a service that calls it on a field of the interface's type. */
interface Case {
  language: string;
  files: Record<string, string>;
  /** The interface's method, that which implements it, and the calling one, each with its place. */
  above: [string, string];
  below: [string, string];
  caller: [string, string];
  /** How sure a call through the interface is to run what implements it: where there is a body above, it may be that. */
  confidence: 'unique' | 'ambiguous';
}

const CASES: Case[] = [
  {
    language: 'C#',
    files: {
      'src/IRepo.cs': 'namespace Shop;\n\npublic interface IRepo\n{\n    string Get(string id);\n}\n',
      'src/SqlRepo.cs':
        'namespace Shop;\n\npublic class SqlRepo : IRepo\n{\n    public string Get(string id) => id;\n}\n',
      'src/Service.cs':
        'namespace Shop;\n\npublic class Service\n{\n    private readonly IRepo _repo;\n    public Service(IRepo repo) { _repo = repo; }\n    public string Load(string id) => _repo.Get(id);\n}\n',
    },
    above: ['IRepo.Get', 'src/IRepo.cs:5'],
    below: ['SqlRepo.Get', 'src/SqlRepo.cs:5'],
    caller: ['Service.Load', 'src/Service.cs:7'],
    confidence: 'unique',
  },
  {
    language: 'Java',
    files: {
      'src/main/java/shop/Repo.java':
        'package shop;\n\npublic interface Repo {\n    String get(String id);\n}\n',
      'src/main/java/shop/SqlRepo.java':
        'package shop;\n\npublic class SqlRepo implements Repo {\n    @Override\n    public String get(String id) { return id; }\n}\n',
      'src/main/java/shop/Service.java':
        'package shop;\n\npublic class Service {\n    private final Repo repo;\n    public Service(Repo repo) { this.repo = repo; }\n    public String load(String id) { return repo.get(id); }\n}\n',
    },
    above: ['Repo.get', 'src/main/java/shop/Repo.java:4'],
    below: ['SqlRepo.get', 'src/main/java/shop/SqlRepo.java:4'],
    caller: ['Service.load', 'src/main/java/shop/Service.java:6'],
    confidence: 'unique',
  },
  {
    language: 'Kotlin',
    files: {
      'src/Repo.kt':
        'package shop\n\ninterface Repo {\n    fun get(id: String): String\n}\n\nclass SqlRepo : Repo {\n    override fun get(id: String): String = id\n}\n\nclass Service(private val repo: Repo) {\n    fun load(id: String): String = repo.get(id)\n}\n',
    },
    above: ['Repo.get', 'src/Repo.kt:4'],
    below: ['SqlRepo.get', 'src/Repo.kt:8'],
    caller: ['Service.load', 'src/Repo.kt:12'],
    confidence: 'unique',
  },
  {
    language: 'Go',
    files: {
      'go.mod': 'module example.com/shop\n\ngo 1.22\n',
      'repo/repo.go':
        'package repo\n\ntype Repo interface {\n\tGet(id string) (string, error)\n\tPut(id string) error\n}\n\n// Half has not all that it takes.\ntype Half struct{}\n\nfunc (h Half) Get(id string) (string, error) { return id, nil }\n',
      'sql/sql.go':
        'package sql\n\ntype base struct{}\n\nfunc (base) Put(id string) error { return nil }\n\ntype Repo struct{ base }\n\nfunc (r *Repo) Get(id string) (v string, err error) { return id, nil }\n',
      'svc/svc.go':
        'package svc\n\nimport "example.com/shop/repo"\n\ntype Service struct {\n\tstore repo.Repo\n}\n\nfunc (s *Service) Load(id string) (string, error) { return s.store.Get(id) }\n',
    },
    above: ['Repo.Get', 'repo/repo.go:4'],
    below: ['Repo.Get', 'sql/sql.go:9'],
    caller: ['Service.Load', 'svc/svc.go:9'],
    confidence: 'unique',
  },
  {
    language: 'TypeScript',
    files: {
      'src/repo.ts':
        'export interface Repo {\n  get(id: string): string;\n}\nexport class SqlRepo implements Repo {\n  get(id: string): string {\n    return id;\n  }\n}\n',
      'src/service.ts':
        "import type { Repo } from './repo.js';\nexport class Service {\n  constructor(private readonly repo: Repo) {}\n  load(id: string): string {\n    return this.repo.get(id);\n  }\n}\n",
    },
    above: ['Repo.get', 'src/repo.ts:2'],
    below: ['SqlRepo.get', 'src/repo.ts:5'],
    caller: ['Service.load', 'src/service.ts:5'],
    confidence: 'unique',
  },
  {
    language: 'Swift',
    files: {
      'Sources/Shop/Repo.swift':
        'protocol Repo {\n    func get(id: String) -> String\n}\n\nclass SqlRepo: Repo {\n    func get(id: String) -> String { return id }\n}\n\nclass Service {\n    let repo: Repo\n    init(repo: Repo) { self.repo = repo }\n    func load(id: String) -> String { return repo.get(id: id) }\n}\n',
    },
    above: ['Repo.get', 'Sources/Shop/Repo.swift:2'],
    below: ['SqlRepo.get', 'Sources/Shop/Repo.swift:6'],
    caller: ['Service.load', 'Sources/Shop/Repo.swift:12'],
    confidence: 'unique',
  },
  {
    language: 'Rust',
    files: {
      'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\n',
      'src/lib.rs': 'pub mod repo;\npub mod service;\n',
      'src/repo.rs':
        'pub trait Repo {\n    fn get(&self, id: &str) -> String;\n}\n\npub struct SqlRepo;\n\nimpl Repo for SqlRepo {\n    fn get(&self, id: &str) -> String {\n        id.to_owned()\n    }\n}\n',
      'src/service.rs':
        'use crate::repo::Repo;\n\npub struct Service {\n    repo: Box<dyn Repo>,\n}\n\nimpl Service {\n    pub fn load(&self, id: &str) -> String {\n        self.repo.get(id)\n    }\n}\n',
    },
    above: ['Repo.get', 'src/repo.rs:2'],
    below: ['SqlRepo.get', 'src/repo.rs:8'],
    caller: ['Service.load', 'src/service.rs:9'],
    confidence: 'unique',
  },
  {
    language: 'Python',
    files: {
      'shop/__init__.py': '',
      'shop/repo.py':
        'from abc import ABC, abstractmethod\n\n\nclass Repo(ABC):\n    @abstractmethod\n    def get(self, id): ...\n\n\nclass SqlRepo(Repo):\n    def get(self, id):\n        return id\n',
      'shop/service.py':
        'from shop.repo import Repo\n\n\nclass Service:\n    def __init__(self, repo: Repo):\n        self.repo = repo\n\n    def load(self, id):\n        return self.repo.get(id)\n',
    },
    above: ['Repo.get', 'shop/repo.py:5'],
    below: ['SqlRepo.get', 'shop/repo.py:10'],
    caller: ['Service.load', 'shop/service.py:9'],
    confidence: 'ambiguous',
  },
];

const fileOf = (place: string) => place.slice(0, place.lastIndexOf(':'));

for (const { language, files, above, below, caller, confidence } of CASES) {
  test(`${language}: a call on a field of an interface's type reaches what implements it`, async (t) => {
    const where = project(t, files);
    const ask = (of: [string, string]) => answer<RefsAnswer>(where, ['refs', `${fileOf(of[1])}:${of[0]}`]);
    const places = ({ callers }: RefsAnswer) =>
      callers.map((one) => `${one.path}:${one.line} ${one.kind} ${one.confidence} ${one.symbol}`).toSorted();
    const called = await ask(above);
    t.deepEqual(
      places(called),
      [`${caller[1]} call exact ${caller[0]}`, `${below[1]} override exact ${below[0]}`].toSorted(),
    );
    const implementing = await ask(below);
    t.deepEqual(places(implementing), [`${caller[1]} call ${confidence} ${caller[0]}`]);
    t.deepEqual(
      implementing.callees.map(
        (one) => `${one.path}:${one.line} ${one.kind} ${one.confidence} ${one.symbol}`,
      ),
      [`${above[1]} override exact ${above[0]}`],
    );
    // Whoever calls needs both.
    const why = await answer<WhyAnswer>(where, ['why', `${fileOf(caller[1])}:${caller[0]}`, '--depth', '1']);
    t.deepEqual(
      why.upstream
        .filter(({ edge_kind: kind }) => kind === 'call')
        .map((one) => `${one.path}:${one.line} ${one.confidence} ${one.name}`)
        .toSorted(),
      [`${above[1]} exact ${above[0]}`, `${below[1]} ${confidence} ${below[0]}`].toSorted(),
    );
    const concerned = await answer<WhyAnswer>(where, ['why', `${fileOf(below[1])}:${below[0]}`]);
    t.deepEqual(
      concerned.downstream.map((one) => `${one.edge_kind} ${one.confidence} ${one.name}`),
      [`call ${confidence} ${caller[0]}`],
    );
  });
}

test('of several implementations a call may run each; tests have some of their own', async (t) => {
  const where = project(t, {
    'src/repo.ts':
      'export interface Repo {\n  find(id: string): string;\n}\nexport class A implements Repo {\n  find(id: string) {\n    return id;\n  }\n}\n',
    'src/service.ts':
      "import type { Repo } from './repo.js';\nexport function load(repo: Repo) {\n  return repo.find('1');\n}\n",
    'test/fake.test.ts':
      "import type { Repo } from '../src/repo.js';\nclass Fake implements Repo {\n  find(id: string) {\n    return id;\n  }\n}\nnew Fake();\n",
  });
  const confidences = async () => {
    const { callers } = await answer<RefsAnswer>(where, ['refs', 'A.find']);
    return callers.map((one) => `${one.symbol} ${one.confidence} ${one.candidates.join(', ')}`);
  };
  t.deepEqual(await confidences(), ['load unique ']);
  where.write(
    'src/b.ts',
    "import type { Repo } from './repo.js';\nexport class B implements Repo {\n  find(id: string) {\n    return id;\n  }\n}\n",
  );
  t.deepEqual(await confidences(), ['load ambiguous src/b.ts:3 B.find, test/fake.test.ts:3 Fake.find']);
  // It reaches it all the same.
  const why = await answer<WhyAnswer>(where, ['why', 'A.find']);
  t.deepEqual(
    why.downstream.map((one) => `${one.distance} ${one.confidence} ${one.name}`),
    ['1 ambiguous load'],
  );
  // `super` means what is above, and nothing below.
  where.write(
    'src/c.ts',
    "import { A } from './repo.js';\nexport class C extends A {\n  find(id: string) {\n    return super.find(id);\n  }\n}\n",
  );
  const c = await answer<RefsAnswer>(where, ['refs', 'C.find']);
  t.deepEqual(
    c.callers.map((one) => `${one.symbol} ${one.kind}`),
    ['load call'],
  );
});

test('a change of what implements an interface reaches the tests of who calls the interface', async (t) => {
  const where = project(t, {
    'src/repo.ts': 'export interface Repo {\n  find(id: string): string;\n}\n',
    'src/sql.ts':
      "import type { Repo } from './repo.js';\nexport class Sql implements Repo {\n  find(id: string) {\n    return id;\n  }\n}\n",
    'src/service.ts':
      "import type { Repo } from './repo.js';\nexport function load(repo: Repo) {\n  return repo.find('1');\n}\n",
    'test/service.test.ts': "import { load } from '../src/service.js';\nload(made);\n",
  });
  const tests = async () => {
    const found = await answer<AffectedAnswer>(where, ['affected', 'src/sql.ts']);
    return found.tests.map((one) => `${one.path} ${one.distance} ${one.confidence}`);
  };
  t.deepEqual(await tests(), ['test/service.test.ts 2 unique']);
  where.write(
    'src/other.ts',
    "import type { Repo } from './repo.js';\nexport class Other implements Repo {\n  find(id: string) {\n    return id;\n  }\n}\n",
  );
  t.deepEqual(await tests(), ['test/service.test.ts 2 ambiguous']);
});
