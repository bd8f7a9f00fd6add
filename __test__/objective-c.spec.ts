import test from 'ava';

import type { RefsAnswer } from '../src/api/index.js';
import { answer, failure } from './support/cli.js';
import { project } from './support/project.js';

const PROJECT = {
  'Sources/Foo.h': `#import <Foundation/Foundation.h>
NS_ASSUME_NONNULL_BEGIN
@class Bar;

/** Does things. */
@interface Foo : NSObject <Doing>
@property (nonatomic, copy) NSString *title;
- (int)doIt:(int)first with:(int)second;
@end

@protocol Doing <NSObject>
- (void)start;
@end

@interface Foo (Extras)
- (void)more;
@end

struct point { int x; };
int helper(struct point *at);
NS_ASSUME_NONNULL_END
`,
  'Sources/Foo.m': `#import "Foo.h"
@implementation Foo
- (int)doIt:(int)first with:(int)second { return helper(0); }
@end
`,
  'Sources/helper.c': '#include "Foo.h"\nint helper(struct point *at) { return at->x; }\n',
  'Sources/App.swift': 'class Screen {\n  func load() {}\n}\n',
  'Sources/App.m': '#import "App-Swift.h"\nvoid go(void) { [[Screen new] load]; }\n',
};

test('of a header of Objective-C, C is read and types are known, and nothing else is a symbol', async (t) => {
  const where = project(t, PROJECT);
  const foo = await answer<RefsAnswer>(where, ['refs', 'Foo']);
  t.deepEqual(
    foo.definitions.map(({ file_path: path, line_start: start, line_end: end, form }) => [
      path,
      start,
      end,
      form,
    ]),
    [['Sources/Foo.h', 6, 9, 'interface']],
  );
  t.regex(foo.next.says, /^Incomplete: .*Objective-C/);
  const doing = await answer<RefsAnswer>(where, ['refs', 'Doing']);
  t.is(doing.definitions[0]?.form, 'protocol');
  const point = await answer<RefsAnswer>(where, ['refs', 'point']);
  t.true(point.callers.some(({ path, kind }) => path === 'Sources/helper.c' && kind === 'type'));
  for (const name of ['title', 'NS_ASSUME_NONNULL_END', 'first', 'second']) {
    t.regex((await failure(where, ['refs', name])).code, /not_found/, name);
  }
});

test('no answer about what Objective-C may use is complete', async (t) => {
  const where = project(t, PROJECT);
  for (const name of ['helper', 'Screen', 'Screen.load']) {
    const { next, counts } = await answer<RefsAnswer>(where, ['refs', name]);
    t.regex(next.says, /^Incomplete: .*Objective-C, whose code is not read, may name it/, name);
    t.false(counts.complete, name);
  }
});
