import test from 'ava';

import type { ErrorAnswer, RefsAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project } from './support/project.js';
import type { TestProject } from './support/project.js';

/**
 * Projects in which every definition whose name begins with `used` is used somewhere, each in a way of its own. The name
 * says the way.
 */
const CASES: Record<string, Record<string, string>> = {
  Python: {
    'conf.py': `import enum
from typing import NewType

USED_CONST = 1
USED_DEFAULT = 2
USED_KEYWORD = 3
USED_FORMAT = 4
USED_SPREAD = {"a": 1}
USED_STAR = [1]
USED_SUBSCRIPT = [1]
USED_DECORATOR_ARGUMENT = 5
USED_COMPARED = 6
USED_RETURNED = 7
USED_GLOBAL = 8
USED_REEXPORTED = 9
USED_LAMBDA = 10
USED_SLICE = 11
USED_CONDITION = 12
USED_RAISED = ValueError("x")
USED_YIELDED = 13
USED_AUGMENTED = 14
USED_DELETED = 15
USED_PATTERN = 16
USED_WITH = open("x")
USED_MODULE_MEMBER = 17
USED_GUARD = 18
USED_SAME_FILE = 19
USED_SAME = USED_SAME_FILE
UsedAlias = dict[str, int]
UsedNew = NewType("UsedNew", int)


class UsedEnum(enum.Enum):
    USED_MEMBER = 1
    USED_MATCHED = 2


class UsedBase:
    USED_CLASS_CONST = 1

    @property
    def used_property(self):
        return 1

    def used_method_reference(self):
        return self.USED_CLASS_CONST

    @staticmethod
    def used_static(x):
        return x

    def used_of_self(self):
        return map(self.used_of_self_too, [])

    def used_of_self_too(self):
        return self.used_property


class UsedError(Exception):
    pass


class UsedChecked:
    pass


class UsedMeta(type):
    pass


class UsedMatched:
    pass


def used_callback(x):
    return x


def used_decorator(f):
    return f


def used_decorator_factory(n):
    return lambda f: f


def used_default_function():
    pass


def used_in_table():
    pass


def used_keyword_function():
    pass


def used_partial():
    pass


def used_attribute():
    pass


def used_conditional():
    pass


def used_assigned():
    pass
`,
    'pkg/__init__.py': 'from conf import USED_REEXPORTED\n',
    'use.py': `from functools import partial
import conf
from conf import (
    USED_CONST, USED_DEFAULT, USED_KEYWORD, USED_FORMAT, USED_SPREAD, USED_STAR, USED_SUBSCRIPT,
    USED_DECORATOR_ARGUMENT, USED_COMPARED, USED_RETURNED, USED_LAMBDA, USED_SLICE, USED_CONDITION, USED_RAISED,
    USED_YIELDED, USED_AUGMENTED, USED_PATTERN, USED_WITH, USED_SAME, UsedAlias, UsedNew, UsedEnum, UsedBase, UsedError,
    UsedChecked, UsedMeta, UsedMatched, used_callback, used_decorator, used_decorator_factory, used_default_function,
    used_in_table, used_keyword_function, used_partial, used_conditional, used_assigned, USED_DELETED, USED_GUARD,
)
from pkg import USED_REEXPORTED


@used_decorator
def a(x=USED_DEFAULT, f=used_default_function):
    print(USED_CONST, end=USED_KEYWORD)
    return f"{USED_FORMAT:>3}", {**USED_SPREAD}, [*USED_STAR], USED_SUBSCRIPT[0]


@used_decorator_factory(USED_DECORATOR_ARGUMENT)
def b(x, xs, on_done=None):
    if x == USED_COMPARED and isinstance(x, UsedChecked):
        return USED_RETURNED
    g = lambda y: y + USED_LAMBDA
    y = xs[USED_SLICE:] if USED_CONDITION else g
    with USED_WITH as f:
        f.write(y)
    yield USED_YIELDED
    raise USED_RAISED


def c(x):
    global USED_AUGMENTED
    USED_AUGMENTED += 1
    del USED_DELETED
    match x:
        case conf.USED_PATTERN:
            return conf.USED_MODULE_MEMBER, conf.USED_GLOBAL
        case UsedEnum.USED_MATCHED:
            return UsedEnum.USED_MEMBER
        case UsedMatched():
            return 1
        case y if y > USED_GUARD:
            return y
    try:
        return sorted(x, key=used_callback)
    except UsedError:
        return partial(used_partial, 1)


TABLE = {"a": used_in_table, "f": UsedAlias, "n": UsedNew}
CHOSEN = used_conditional if TABLE else None
later = used_assigned
TABLE.update(b=USED_SAME)


class D(UsedBase, metaclass=UsedMeta):
    def run(self):
        self.register(on=used_keyword_function, f=self.used_method_reference, s=UsedBase.used_static)
        return self.used_property, conf.used_attribute, USED_REEXPORTED, self.used_of_self
`,
  },
  TypeScript: {
    'package.json': '{"name":"x"}',
    'conf.ts': `export const usedConst = 1;
export const usedDefault = 2;
export const usedTemplate = 3;
export const usedSpread = { a: 1 };
export const usedArraySpread = [1];
export const usedShorthand = 1;
export const usedPropertyValue = 1;
export const usedComputed = 'k';
export const usedAttribute = 1;
export const usedTypeof = { a: 1 };
export const usedRuntimeTypeof = { a: 1 };
export const usedReexported = 1;
export const usedRenamed = 1;
export const usedStarred = 1;
export const usedNamespace = 1;
export const usedCase = 1;
export const usedIndexed = [1];
export const usedTernary = 1;
export const usedDecoratorArgument = 1;
export const usedThrown = new Error('x');
export const usedReturned = 1;
export const usedNonNull: number | undefined = 1;
export const usedAs = 1;
export const usedSatisfies = 1;
export const usedOptional: { a?: number } | undefined = {};
export const usedTagged = String.raw;
export const usedDestructured = { a: 1 };
export const usedPatternDefault = 1;
export const usedFieldInit = 1;
export const usedDefaultExport = 1;
export const usedDynamic = 1;
export const usedOfLoop = [1];
export const usedIn = { a: 1 };
export const usedAssigned = { a: 1 };
export const usedExpression = 1;
export const usedJsxSpread = {};
export const usedJsxChild = 1;
export const usedEnumInit = 1;
export const usedKeyof = { a: 1 };
export enum UsedEnum { UsedMember = 'a', UsedOther = 'b' }
export const enum UsedConstEnum { UsedConstMember }
export type UsedAlias = string;
export interface UsedInterface { usedSignature: number }
export class UsedClass {
  static usedStatic = 1;
  usedField = 1;
  get usedGetter() { return 1; }
  set usedSetter(value: number) {}
  usedMethod() {}
  usedArrow = () => 1;
  static usedStaticMethod() {}
  #usedPrivate = () => 1;
  run() { return [this.#usedPrivate, this.usedGetter]; }
}
export class UsedInstanceof {}
export class UsedPassed {}
export function usedCallback() {}
export function usedHandler() {}
export function usedDecorator() {}
export function usedFactory(n: number) { return () => n; }
export function usedBound() {}
export function usedNewed() {}
export function usedDefaultFunction() {}
export function usedAwaited() {}
export function UsedComponent() { return null; }
export function UsedPassedComponent() { return null; }
export default function usedAnonymous() {}
`,
    'index.ts': `export { usedReexported, usedRenamed as other } from './conf';
export * from './conf';
export * as ns from './conf';
import { usedDefaultExport } from './conf';
export default usedDefaultExport;
`,
    'use.tsx': `import usedAnonymous, {
  usedConst, usedDefault, usedTemplate, usedSpread, usedArraySpread, usedShorthand, usedPropertyValue, usedComputed,
  usedAttribute, usedTypeof, usedRuntimeTypeof, usedCase, usedIndexed, usedTernary, usedDecoratorArgument, usedThrown,
  usedReturned, usedNonNull, usedAs, usedSatisfies, usedOptional, usedTagged, usedDestructured, usedPatternDefault,
  usedFieldInit, usedOfLoop, usedIn, usedAssigned, usedExpression, usedJsxSpread, usedJsxChild, usedEnumInit, usedKeyof,
  UsedEnum, UsedConstEnum, UsedAlias, UsedInterface, UsedClass, UsedInstanceof, UsedPassed, usedCallback, usedHandler,
  usedDecorator, usedFactory, usedBound, usedNewed, usedDefaultFunction, usedAwaited, UsedComponent, UsedPassedComponent,
} from './conf';
import * as conf from './conf';
import { usedReexported, other, usedStarred, ns } from './index';

export async function a(x = usedDefault, f = usedDefaultFunction, c: UsedClass, i: UsedInterface, y: UsedAlias) {
  console.log(usedConst, \`\${usedTemplate}\`, { ...usedSpread }, [...usedArraySpread], { usedShorthand });
  const o = { k: usedPropertyValue, [usedComputed]: 1 };
  type T = typeof usedTypeof;
  type K = keyof typeof usedKeyof;
  if (typeof usedRuntimeTypeof === 'object' && x instanceof UsedInstanceof) return usedReturned;
  switch (x) {
    case usedCase: return usedIndexed[0];
    case UsedEnum.UsedMember: return UsedEnum['UsedOther'];
    case UsedConstEnum.UsedConstMember: throw usedThrown;
  }
  const n = usedNonNull! + (usedAs as number) + (usedSatisfies satisfies number);
  const { a: q = usedPatternDefault } = usedDestructured;
  for (const u of usedOfLoop) o.k = u;
  if ('a' in usedIn) usedAssigned.a = 2;
  usedBound.bind(null);
  register(UsedPassed, c.usedMethod, c.usedArrow, UsedClass.usedStaticMethod);
  c.usedSetter = c.usedField;
  await usedAwaited;
  return x ? usedTernary : [n, q, usedOptional?.a, usedTagged\`x\`, f, i.usedSignature, y, o, new usedNewed(), usedExpression + 1];
}
export const V = () => (
  <UsedComponent onClick={usedHandler} {...usedJsxSpread} max={usedAttribute} as={UsedPassedComponent}>
    {usedJsxChild}
  </UsedComponent>
);
enum E { A = usedEnumInit }
@usedDecorator
@usedFactory(usedDecoratorArgument)
class K {
  field = usedFieldInit;
  run() { [1].map(usedCallback); setTimeout(usedAnonymous, E.A); return UsedClass.usedStatic; }
}
export const z = [conf.usedNamespace, usedReexported, other, usedStarred, ns.usedDynamic, K];
`,
  },
  JavaScript: {
    'lib.js': `const USED_CONST = 1;
const USED_KEY = 'k';
const USED_MEMBER_OF_MODULE = 1;
const USED_RENAMED = 1;
const usedTable = {};
function usedCallback() {}
function usedPassed() {}
function usedInTable() {}
function usedBound() {}
function UsedConstructor() {}
UsedConstructor.prototype.usedPrototype = function () {};
class UsedClass { static usedStatic() {} }
exports.usedExported = function () {};
module.exports = { USED_CONST, USED_KEY, USED_MEMBER_OF_MODULE, USED_RENAMED, usedTable, usedCallback, usedPassed, usedInTable, usedBound, UsedConstructor, UsedClass };
`,
    'use.js': `const lib = require('./lib');
const { USED_CONST, USED_KEY, USED_RENAMED: RENAMED, usedTable, usedCallback, usedInTable, usedBound, UsedConstructor, UsedClass } = require('./lib');
const table = { [USED_KEY]: USED_CONST, f: usedInTable, r: RENAMED };
process.on('exit', usedCallback);
list.forEach(lib.usedPassed);
list.forEach(usedBound.bind(null));
usedTable.a = table;
if (x instanceof UsedConstructor) x.y = lib.USED_MEMBER_OF_MODULE;
list.map(UsedClass.usedStatic);
export const f = (x) => list.map(x.usedPrototype);
list.map(lib.usedExported);
`,
  },
  Vue: {
    'package.json': '{"name":"v"}',
    'lib.ts': `export function usedBind() {}
export function usedClick() {}
export function usedPassedClick() {}
export function usedText() {}
export function usedSlot() {}
export function usedShow() {}
export function usedModel() {}
export function usedNamespace() {}
export const usedList = [1];
export const usedKey = 1;
export const usedClass = 'a';
export const usedDynamicEvent = 'click';
export const usedFilter = 1;
export enum UsedMode { On }
`,
    'Child.vue': '<script setup lang="ts">\nconst x = 1;\n</script>\n<template><p>{{ x }}</p></template>\n',
    'A.vue': `<script setup lang="ts">
import { usedBind, usedClick, usedPassedClick, usedText, usedSlot, usedShow, usedModel, usedList, usedKey, usedClass, usedDynamicEvent, UsedMode, usedFilter } from "./lib";
import * as lib from "./lib";
import Child from "./Child.vue";
const usedLocal = 1;
function usedLocalHandler() {}
</script>
<template>
  <Child v-for="item in usedList" :key="usedKey" :title="usedBind()" :class="{ a: usedClass }" @click="usedClick()" v-show="usedShow()">
    {{ usedText() }} {{ usedLocal | 1 }} {{ lib.usedNamespace() }} {{ UsedMode.On }}
    <template #default="{ row }">{{ usedSlot(row) }}</template>
    <p @click="usedPassedClick" @[usedDynamicEvent]="usedLocalHandler" v-model="usedModel().a" :style="{ width: \`\${usedFilter}px\` }" />
  </Child>
</template>
`,
  },
  Svelte: {
    'package.json': '{"name":"v"}',
    'lib.ts': `export function usedEvent() {}
export function usedPassedEvent() {}
export function usedText() {}
export function usedAction() {}
export function usedIf() {}
export const usedEach = [1];
export const usedAttribute = 1;
export const usedTransition = 1;
export const usedClassDirective = true;
export const usedAwait = 1;
`,
    'B.svelte': `<script lang="ts">
  import { usedEvent, usedPassedEvent, usedText, usedAction, usedIf, usedEach, usedAttribute, usedTransition, usedClassDirective, usedAwait } from "./lib";
</script>
{#if usedIf()}<p on:click={() => usedEvent()} on:focus={usedPassedEvent} title={usedAttribute} use:usedAction>{usedText()}</p>{/if}
{#each usedEach as x}<p transition:usedTransition class:on={usedClassDirective}>{x}</p>{/each}
{#await usedAwait}x{/await}
`,
  },
  Go: {
    'go.mod': 'module x\n\ngo 1.22\n',
    'conf/conf.go': `package conf

import "errors"

const UsedConst = 1

const (
	UsedIota Mode = iota
	UsedSecond
)

type Mode int

var UsedVar = 1

var UsedErr = errors.New("x")

var UsedHook = usedSamePackage

func usedSamePackage() {}

func UsedFunc() {}

func UsedGeneric[T any](x T) T { return x }

type UsedType struct{ UsedField int }

type UsedAlias = UsedType

type UsedInterface interface{ UsedMethod() }

func (u *UsedType) UsedMethodValue() {}

func (u UsedType) UsedMethodExpression() {}

type UsedConverted int

type UsedAsserted struct{}

type UsedSwitched struct{}

type UsedKeyed struct{}

type UsedMade struct{}

var UsedMap = map[string]int{}

var usedInOtherFile = 1

const UsedLen = 4

const UsedLabel = 4

const UsedFieldValue = 1

const UsedIndex = 1

const UsedReturned = 1

const UsedSent = 1
`,
    'conf/other.go': 'package conf\n\nfunc Other() int { return usedInOtherFile }\n',
    'conf/dot/dot.go': 'package dot\n\nconst UsedDotted = 1\n\nfunc UsedDottedFunc() {}\n',
    'blank/usedblank.go': 'package blank\n\nfunc init() {}\n',
    'main.go': `package main

import (
	"errors"

	"x/conf"
	. "x/conf/dot"
	_ "x/blank"
)

type opts struct {
	f func()
	n int
	e conf.Mode
}

var arr [conf.UsedLen]int

func run(x any, ch chan int) (int, error) {
	o := opts{f: conf.UsedFunc, n: conf.UsedFieldValue, e: conf.UsedIota}
	t := &conf.UsedType{UsedField: 1}
	call(t.UsedMethodValue, conf.UsedType.UsedMethodExpression, conf.UsedGeneric[int])
	if errors.Is(nil, conf.UsedErr) || conf.UsedConst > 1 {
		return conf.UsedReturned, conf.UsedErr
	}
	switch x.(type) {
	case conf.UsedSwitched:
	case *conf.UsedAlias:
	}
	switch o.e {
	case conf.UsedSecond:
	}
	_ = conf.UsedConverted(1)
	_, ok := x.(conf.UsedAsserted)
	m := map[conf.UsedKeyed]int{}
	s := make([]conf.UsedMade, conf.UsedLabel)
	conf.UsedMap["a"] = arr[conf.UsedIndex]
	ch <- conf.UsedSent
	defer call(UsedDottedFunc)
	conf.UsedVar++
	go call(conf.UsedHook, ok, m, s)
	var i conf.UsedInterface = t
	i.UsedMethod()
	return UsedDotted, nil
}
`,
  },
  Rust: {
    'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\n',
    'src/conf.rs': `pub const USED_CONST: usize = 1;
pub const USED_LEN: usize = 1;
pub const USED_PATTERN: usize = 1;
pub const USED_RANGE: usize = 1;
pub const USED_MACRO: usize = 1;
pub const USED_FORMAT: usize = 1;
pub const USED_ATTRIBUTE: usize = 1;
pub const USED_GENERIC: usize = 1;
pub const USED_REEXPORTED: usize = 1;
pub const USED_RENAMED: usize = 1;
pub const USED_GLOB: usize = 1;
pub const USED_FIELD: usize = 1;
pub const USED_ARRAY: usize = 1;
pub const USED_INLINE: usize = 1;
pub static USED_STATIC: usize = 1;
pub enum UsedEnum { UsedUnit, UsedTuple(usize), UsedStruct { a: usize } }
pub struct UsedUnitStruct;
pub struct UsedTupleStruct(pub usize);
pub struct UsedStruct { pub used_field: usize }
pub type UsedAlias = UsedStruct;
pub trait UsedTrait { const USED_ASSOCIATED: usize; fn used_trait_method(&self) {} }
impl UsedStruct {
    pub const USED_OWN: usize = 1;
    pub fn used_method(&self) {}
    pub fn used_assoc(x: usize) -> usize { x + Self::USED_OWN }
    fn used_self(x: usize) -> usize { x }
    pub fn go(&self) { [1].iter().map(Self::used_self); }
}
pub fn used_callback(x: usize) -> usize { x }
pub fn used_boxed(x: usize) -> usize { x }
pub fn used_field_value() {}
pub fn used_in_macro() {}
pub fn used_pointer() {}
pub fn used_serde() -> bool { true }
`,
    'src/prelude.rs':
      'pub use crate::conf::USED_REEXPORTED;\npub use crate::conf::USED_RENAMED as OTHER;\npub use crate::conf::*;\n',
    'src/lib.rs': `mod conf;
mod prelude;

use conf::{UsedEnum, UsedStruct, UsedTupleStruct, UsedUnitStruct, USED_CONST, USED_LEN, USED_PATTERN, UsedAlias, UsedTrait};
use conf::{used_boxed, used_callback, used_field_value, used_in_macro, USED_INLINE};
use prelude::{OTHER, USED_GLOB, USED_REEXPORTED};

struct Opts { f: fn(), n: usize }

#[derive(Default)]
struct W {
    #[serde(skip_serializing_if = "conf::used_serde")]
    a: usize,
}

static ALL: [usize; USED_LEN] = [conf::USED_ARRAY; USED_LEN];

pub fn run(xs: Vec<usize>, s: UsedStruct) -> usize {
    let o = Opts { f: used_field_value, n: conf::USED_FIELD };
    let p: fn() = conf::used_pointer;
    xs.iter().map(used_callback).map(UsedTupleStruct).map(UsedEnum::UsedTuple).map(UsedStruct::used_assoc);
    let b = Box::new(used_boxed);
    match xs.len() {
        USED_PATTERN => 1,
        conf::USED_RANGE..=9 => 2,
        _ => 3,
    };
    match e {
        UsedEnum::UsedUnit => {}
        UsedEnum::UsedStruct { a } => {}
    }
    println!("{} {USED_INLINE}", conf::USED_FORMAT);
    vec![conf::USED_MACRO, used_in_macro];
    let g = make::<{ conf::USED_GENERIC }>(UsedUnitStruct, UsedStruct::used_method);
    let t = <UsedStruct as UsedTrait>::USED_ASSOCIATED;
    let h = UsedTrait::used_trait_method;
    let z: UsedAlias = UsedStruct { used_field: USED_CONST };
    conf::USED_STATIC + OTHER + USED_GLOB + USED_REEXPORTED
}

#[test]
#[cfg_attr(test, limit(conf::USED_ATTRIBUTE))]
fn t() {}
`,
  },
  Java: {
    'src/main/java/a/UsedConf.java': `package a;

public class UsedConf {
    public static final int USED_CONST = 1;
    public static final int USED_STATIC_IMPORT = 1;
    public static final int USED_STAR_IMPORT = 1;
    public static final String USED_ANNOTATION = "x";
    public static final int USED_CASE = 1;
    public static final int USED_INDEX = 1;
    public static final int USED_SAME = 1;
    public static final int USED_INHERITED = 1;
    public static final int USED_ARRAY_INIT = 1;
    public static final int USED_CONDITION = 1;
    public static int used() { return USED_SAME; }
    public static int usedStatic(int x) { return x; }
    public int usedInstance(int x) { return x; }
    protected int usedThis(int x) { return x; }
    protected int usedSuper(int x) { return x; }
}
`,
    'src/main/java/a/UsedMode.java':
      'package a;\n\npublic enum UsedMode { USED_MEMBER, USED_CASE_MEMBER, USED_COMPARED, USED_ANNOTATED, USED_IMPORTED, USED_SET }\n',
    'src/main/java/a/UsedChecked.java': 'package a;\n\npublic class UsedChecked {}\n',
    'src/main/java/a/UsedPattern.java': 'package a;\n\npublic record UsedPattern(int usedComponent) {}\n',
    'src/main/java/a/UsedClassLiteral.java': 'package a;\n\npublic class UsedClassLiteral {}\n',
    'src/main/java/a/UsedAnnotation.java':
      'package a;\n\npublic @interface UsedAnnotation { String usedElement() default UsedConf.USED_ANNOTATION; UsedMode mode(); }\n',
    'src/main/java/a/UsedConstructor.java':
      'package a;\n\npublic class UsedConstructor { public UsedConstructor() {} }\n',
    'src/main/java/a/UsedThrown.java': 'package a;\n\npublic class UsedThrown extends RuntimeException {}\n',
    'src/main/java/b/Use.java': `package b;

import a.*;
import static a.UsedConf.USED_STATIC_IMPORT;
import static a.UsedConf.*;
import static a.UsedMode.USED_IMPORTED;

@UsedAnnotation(usedElement = UsedConf.USED_ANNOTATION, mode = UsedMode.USED_ANNOTATED)
public class Use extends UsedConf {
    private int[] all = { UsedConf.USED_ARRAY_INIT };

    int run(Object o, UsedMode m, UsedConf c, int[] xs, UsedPattern p) {
        xs.map(UsedConf::usedStatic).map(c::usedInstance).map(this::usedThis).map(super::usedSuper).map(UsedConstructor::new);
        if (o instanceof UsedChecked || m == UsedMode.USED_COMPARED || m == USED_IMPORTED) return UsedConf.USED_CONST;
        switch (m) { case USED_CASE_MEMBER: break; }
        switch (xs[UsedConf.USED_INDEX]) { case UsedConf.USED_CASE: break; }
        if (o instanceof UsedPattern(int x)) return x;
        register(UsedClassLiteral.class, EnumSet.of(UsedMode.USED_SET), p.usedComponent());
        try { call(); } catch (UsedThrown e) { }
        return used() > 0 ? USED_STATIC_IMPORT + USED_STAR_IMPORT : UsedConf.USED_CONDITION + USED_INHERITED + UsedMode.USED_MEMBER.ordinal();
    }
}
`,
  },
  Kotlin: {
    'src/main/kotlin/a/Conf.kt': `package a

const val USED_CONST = 1
const val USED_TEMPLATE = 1
const val USED_DEFAULT = 1
const val USED_ANNOTATION = "x"
const val USED_WHEN = 1
const val USED_NAMED = 1
const val USED_SAME_PACKAGE = 1
const val USED_RANGE = 1
const val USED_RENAMED = 1
val usedTop = 1
val usedDelegate = lazy { 1 }
typealias UsedAlias = String

enum class UsedMode { USED_MEMBER, USED_IN_WHEN, USED_IMPORTED }

object UsedObject {
    const val USED_IN_OBJECT = 1
    val usedValue = 1
}

class UsedBox(val usedProperty: Int) {
    val usedGetter: Int get() = usedProperty
    var usedSetter: Int = 1
    fun usedMember(x: Int) = x
    companion object {
        const val USED_COMPANION = 1
        fun usedFactory() = UsedBox(1)
    }
}

val UsedBox.usedExtension: Int get() = 1

class UsedChecked
class UsedClassLiteral
class UsedCast
annotation class UsedAnnotation(val name: String)
fun usedCallback(x: Int) = x
fun usedDefaultFunction() = 1
fun usedInvoked(f: () -> Unit) = f()
infix fun Int.usedInfix(x: Int) = x
`,
    'src/main/kotlin/a/Same.kt': 'package a\n\nfun same() = USED_SAME_PACKAGE\n',
    'src/main/kotlin/b/Use.kt': `package b

import a.*
import a.UsedMode.USED_IMPORTED
import a.USED_RENAMED as OTHER

@UsedAnnotation(USED_ANNOTATION)
class Use(val n: Int = USED_DEFAULT, val f: () -> Int = ::usedDefaultFunction) {
    val d by usedDelegate

    fun run(x: Any, box: UsedBox, m: UsedMode): Any {
        println("$USED_TEMPLATE \${UsedObject.USED_IN_OBJECT}")
        when (m) {
            UsedMode.USED_IN_WHEN -> 1
            USED_IMPORTED -> 2
            else -> 3
        }
        when (x) {
            USED_WHEN -> 1
            is UsedChecked -> 2
            in 1..USED_RANGE -> 3
        }
        xs.map(::usedCallback).map(box::usedMember).map(UsedBox::usedProperty)
        call(max = USED_NAMED, c = UsedClassLiteral::class, t = x as UsedCast)
        box.usedSetter = box.usedGetter + box.usedExtension
        val s: UsedAlias = "x"
        usedInvoked { }
        return USED_CONST + usedTop + UsedObject.usedValue + UsedBox.USED_COMPANION + UsedMode.USED_MEMBER.ordinal + OTHER + (1 usedInfix 2) + UsedBox.usedFactory()
    }
}
`,
  },
  Ruby: {
    'lib/conf.rb': `module UsedNamespace
  USED_CONST = 1
  USED_NESTED = 2
  USED_DEFAULT = 3
  USED_INTERPOLATED = 4
  USED_KEYWORD = 5
  USED_SPLAT = [6]
  USED_WHEN = 7
  USED_HASH = 8
  USED_FROZEN = %w[a].freeze
  USED_INDEXED = {}
  USED_RANGE = 1

  class UsedRescued < StandardError; end
  class UsedCase; end
  class UsedChecked; end

  def self.used_helper
    USED_NESTED
  end

  class UsedBox
    attr_reader :used_reader
    attr_accessor :used_accessor

    def used_method(x)
      used_reader + used_private
    end

    def used_private
      1
    end

    def used_symbol_block
      [1].each(&:used_to_proc)
    end

    def used_to_proc
      1
    end

    def used_sent; end

    def used_aliased; end
    alias other used_aliased
    def used_alias_method; end
    alias_method :more, :used_alias_method
  end
end
`,
    'lib/use.rb': `require_relative 'conf'

class Use
  include UsedNamespace
  before_action :used_filter, only: :show
  validate :used_validation
  delegate :x, to: :used_target
  helper_method :used_helper_method
  rescue_from UsedNamespace::UsedRescued, with: :used_handler
  scope :used_scope, -> { where(a: UsedNamespace::USED_HASH) }
  after_save :used_after, if: :used_condition?

  def run(x = UsedNamespace::USED_DEFAULT, box)
    puts "#{UsedNamespace::USED_INTERPOLATED}", a: UsedNamespace::USED_KEYWORD
    call(*UsedNamespace::USED_SPLAT)
    case x
    when UsedNamespace::USED_WHEN then 1
    when UsedNamespace::UsedCase then 2
    end
    return 1 if x.is_a?(UsedNamespace::UsedChecked)
    [1].map(&box.method(:used_method))
    box.send(:used_sent)
    box.used_accessor = 1
    box.used_symbol_block
    UsedNamespace.used_helper
    UsedNamespace::UsedBox.new
    UsedNamespace::USED_INDEXED[:a] ||= (1..UsedNamespace::USED_RANGE)
    UsedNamespace::USED_CONST + UsedNamespace::USED_FROZEN.size
    Use.used_scope
  end

  def used_filter; end
  def used_validation; end
  def used_target; end
  def used_helper_method; end
  def used_handler; end
  def used_after; end
  def used_condition?; end
end
`,
  },
  C: {
    'conf.h': `#define USED_MACRO 1
#define USED_ARRAY_SIZE 4
#define USED_FLAG 1
#define USED_CALLED(x) (x)
#define USED_BODY used_in_macro_body
#define USED_BODY_CALL(x) used_called_in_macro_body(x, USED_INNER)
#define USED_INNER 1
#define USED_IFDEF 1
#define USED_IF_VALUE 2
extern int used_extern;
enum used_enum { USED_NAMED_MEMBER, USED_SWITCHED, USED_INITIALIZED = 4 };
enum { USED_ANONYMOUS_MEMBER };
typedef enum { USED_TYPEDEF_MEMBER } used_typedef_enum;
struct used_struct { int used_field; int (*used_pointer)(int); };
typedef int (*used_function_type)(int);
union used_union { int a; };
int used_in_macro_body;
int used_called_in_macro_body(int x, int y);
int used_callback(int);
int used_in_initializer(int);
int used_designated(int);
int used_address(int);
int used_returned(int);
int used_ternary(int);
static const int used_const = 1;
`,
    'use.c': `#include "conf.h"
int used_extern;
int used_callback(int x) { return x; }
int used_in_initializer(int x) { return x; }
int used_designated(int x) { return x; }
int used_address(int x) { return x; }
static int used_static_value = 1;
static struct used_struct table[] = { { 1, used_in_initializer }, { .used_pointer = used_designated } };
int buffer[USED_ARRAY_SIZE];
#ifdef USED_IFDEF
static int x1 = USED_BODY;
#endif
#if USED_IF_VALUE > 1
#endif
used_function_type run(int n, struct used_struct *s, union used_union u, used_typedef_enum t, enum used_enum e) {
  if (n == USED_MACRO || (n & USED_FLAG) || e == USED_NAMED_MEMBER) return used_returned;
  switch (n) { case USED_SWITCHED: break; case USED_ANONYMOUS_MEMBER: break; }
  s->used_pointer = &used_address;
  s->used_field = used_const + used_static_value + USED_CALLED(used_extern) + USED_BODY_CALL(1);
  register_it(used_callback, t == USED_TYPEDEF_MEMBER, USED_INITIALIZED);
  return n ? used_ternary : 0;
}
`,
  },
  'C++': {
    'conf.hpp': `#pragma once
namespace conf {
constexpr int kUsedConst = 1;
constexpr int kUsedTemplateArgument = 1;
constexpr int kUsedDefault = 1;
constexpr int kUsedCase = 1;
constexpr int kUsedCaptured = 1;
inline int usedInline = 1;
enum class UsedScoped { UsedScopedMember, UsedSwitched };
enum UsedPlain { UsedPlainMember };
using UsedAlias = int;
class UsedBase { public: enum UsedInner { UsedInnerMember }; static const int kUsedStatic = 1; int usedField; void usedMethod(); static void usedStaticMethod(); virtual int usedVirtual() const; };
struct UsedCast {};
struct UsedCaught {};
struct UsedSizeof {};
template <typename T> T usedTemplate(T x) { return x; }
void usedCallback(int);
void usedOverloadAddress(int);
#define USED_MACRO 1
#define USED_BODY(x) usedInBody(x)
int usedInBody(int);
int usedDefaultArgument();
}
`,
    'use.cpp': `#include "conf.hpp"
using namespace conf;
using conf::kUsedConst;
void conf::UsedBase::usedMethod() {}
int run(UsedBase* b, int n = conf::kUsedDefault, int m = conf::usedDefaultArgument()) {
  std::array<int, conf::kUsedTemplateArgument> a;
  auto f = [x = conf::kUsedCaptured] { return x; };
  switch (n) { case kUsedCase: break; }
  switch (s) { case UsedScoped::UsedSwitched: break; }
  try { auto c = dynamic_cast<UsedCast*>(b); } catch (const UsedCaught& e) {}
  std::for_each(a.begin(), a.end(), usedCallback);
  std::for_each(a.begin(), a.end(), usedTemplate<int>);
  bind(&UsedBase::usedMethod, &conf::UsedBase::usedStaticMethod, b->usedField, sizeof(UsedSizeof));
  void (*p)(int) = &usedOverloadAddress;
  UsedAlias z = UsedPlainMember + UsedBase::UsedInnerMember + b->usedVirtual();
  use(UsedScoped::UsedScopedMember, UsedBase::kUsedStatic, usedInline, f, p, z);
  return kUsedConst + USED_MACRO + USED_BODY(1);
}
`,
  },
  'C#': {
    'Conf.cs': `namespace A;

public enum UsedMode { UsedMember, UsedInSwitch, UsedInPattern, UsedInAttribute }

public static class UsedConf
{
    public const int UsedConst = 1;
    public const string UsedAttributeArgument = "x";
    public const int UsedDefault = 1;
    public const int UsedInterpolated = 1;
    public const int UsedUsingStatic = 1;
    public const int UsedCase = 1;
    public static readonly int UsedReadonly = 1;
    public static int UsedStaticProperty { get; set; }
    public static int UsedDelegate(int x) => x;
    public static int UsedExtension(this int x) => x;
}

public class UsedBox
{
    public int UsedProperty { get; set; }
    public int UsedInitialized { get; set; }
    public int UsedExpressionBodied => UsedPrivate;
    private int UsedPrivate => 1;
    public int UsedInPropertyPattern { get; set; }
    public event System.Action UsedEvent;
    public void UsedMethodGroup(int x) { }
    public void UsedHandler() { }
    public int UsedNameof { get; set; }
    public int UsedNullConditional { get; set; }
    public int UsedInLambda { get; set; }
}

public class UsedChecked { }
public class UsedTypeof { }
public class UsedCast { }
public class UsedDeclared { }
public class UsedCaught : System.Exception { }
public class UsedAttribute : System.Attribute { public UsedAttribute(string s) { } }
`,
    'Use.cs': `using A;
using static A.UsedConf;

namespace B;

[Used(UsedConf.UsedAttributeArgument)]
public class Use
{
    [Mode(UsedMode.UsedInAttribute)]
    public object Run(object o, UsedBox box, UsedMode m, int n = UsedConf.UsedDefault)
    {
        var s = $"{UsedConf.UsedInterpolated}" + nameof(UsedBox.UsedNameof) + typeof(UsedTypeof) + (UsedCast)o + (o as UsedDeclared);
        switch (m) { case UsedMode.UsedInSwitch: break; }
        switch (n) { case UsedConf.UsedCase: break; }
        if (m is UsedMode.UsedInPattern || o is UsedChecked) return UsedConf.UsedConst + UsedUsingStatic;
        if (box is { UsedInPropertyPattern: 1 }) return UsedConf.UsedReadonly;
        xs.Select(UsedConf.UsedDelegate).ForEach(box.UsedMethodGroup);
        box.UsedEvent += box.UsedHandler;
        var b = new UsedBox { UsedInitialized = UsedConf.UsedStaticProperty };
        try { } catch (UsedCaught) { }
        list.Where((UsedBox x) => x.UsedInLambda > 1);
        return box.UsedProperty + b.UsedExpressionBodied + box?.UsedNullConditional + 1.UsedExtension() + UsedMode.UsedMember;
    }
}
`,
  },
  PHP: {
    'composer.json': '{"autoload":{"psr-4":{"A\\\\":"src/"}}}',
    'src/UsedConf.php': `<?php
namespace A;

const USED_NAMESPACE_CONST = 1;

enum UsedMode: string { case UsedMember = 'a'; case UsedMatched = 'b'; }

function used_function_const() { return USED_NAMESPACE_CONST; }
function used_first_class() {}

interface UsedInterface { const USED_INTERFACE_CONST = 1; }
trait UsedTrait { public function usedFromTrait() {} }
class UsedChecked {}
class UsedCaught extends \\Exception {}

#[\\Attribute]
class UsedAttribute { public function __construct(string $x) {} }

class UsedConf
{
    const USED_CONST = 1;
    const USED_DEFAULT = 1;
    const USED_KEY = 1;
    const USED_ATTRIBUTE = 'x';
    const USED_STATIC = 1;
    const USED_MATCH = 1;
    public static $usedStaticProperty = 1;
    public $usedProperty = 1;
    private int $usedTyped = 1;
    public function __construct(private int $usedPromoted) {}
    public function usedMethod() { return $this->usedProperty + $this->usedTyped + $this->usedPromoted + self::USED_CONST + static::USED_STATIC; }
    public function usedFirstClass() {}
    public static function usedStaticMethod() { return array_map([self::class, 'usedInArray'], []); }
    public static function usedInArray() {}
}
`,
    'src/Use.php': `<?php
namespace A;

use A\\UsedConf;

#[UsedAttribute(UsedConf::USED_ATTRIBUTE)]
class Use1 implements UsedInterface
{
    use UsedTrait;

    public function run($x = UsedConf::USED_DEFAULT, UsedConf $c)
    {
        $a = [UsedConf::USED_KEY => 1, UsedMode::UsedMember];
        match ($x) { UsedConf::USED_MATCH => 1, UsedMode::UsedMatched => 2 };
        if ($x instanceof UsedChecked) { return self::USED_INTERFACE_CONST; }
        try { $f = $c->usedFirstClass(...); } catch (UsedCaught $e) {}
        $g = used_first_class(...);
        return UsedConf::$usedStaticProperty + $c->usedMethod() + UsedConf::usedStaticMethod() + used_function_const() + $this->usedFromTrait();
    }
}
`,
  },
  Swift: {
    'Package.swift': '// swift-tools-version:5.5\n',
    'Sources/A/Conf.swift': `let usedTop = 1
let usedDefault = 1
let usedInterpolated = 1
let usedCase = 1
let usedLabelled = 1
typealias UsedAlias = Int
enum UsedMode { case usedMember, usedSwitched, usedImplicit; case usedPayload(Int) }
struct UsedBox {
  static let usedStatic = 1
  var usedComputed: Int { usedStored }
  let usedStored = 1
  lazy var usedLazy = 1
  func usedMethod() {}
  static func usedStaticMethod() {}
}
extension UsedBox { var usedFromExtension: Int { 1 } }
class UsedChecked {}
class UsedCast {}
class UsedMeta {}
@propertyWrapper struct UsedWrapper { var wrappedValue: Int }
func usedCallback(_ x: Int) -> Int { x }
func usedDefaultFunction() {}
`,
    'Sources/A/Use.swift': `class Use {
  @UsedWrapper var w: Int
  func run(_ n: Int = usedDefault, f: () -> Void = usedDefaultFunction, box: UsedBox, m: UsedMode, o: Any) -> Any {
    print("\\(usedInterpolated)", max: usedLabelled)
    switch n { case usedCase: break; default: break }
    switch m {
    case .usedSwitched: break
    case .usedPayload(let x): break
    default: break
    }
    let i: UsedMode = .usedImplicit
    if o is UsedChecked { return xs.map(usedCallback).map(box.usedMethod).map(UsedBox.usedStaticMethod) }
    let z: UsedAlias = (o as! UsedCast) == UsedMeta.self
    let k = \\UsedBox.usedLazy
    return usedTop + UsedBox.usedStatic + box.usedComputed + box.usedFromExtension + UsedMode.usedMember + i + k + z
  }
}
`,
  },
  Scala: {
    'src/main/scala/a/Conf.scala': `package a

object UsedConf {
  val UsedConst = 1
  val UsedPattern = 1
  val UsedDefault = 1
  val UsedInterpolated = 1
  val UsedNamed = 1
  def usedNoParens: Int = 1
  def usedEta(x: Int): Int = x
  def usedEtaInfix(x: Int): Int = x
  lazy val usedLazy = 1
  implicit val usedImplicit: Int = 1
}
sealed trait UsedTrait
case object UsedObject extends UsedTrait
case class UsedCase(usedField: Int) extends UsedTrait
class UsedChecked
class UsedClassOf
class UsedAnnotation extends scala.annotation.StaticAnnotation
type UsedAlias = Int
enum UsedMode { case UsedMember, UsedMatched }
`,
    'src/main/scala/b/Use.scala': `package b

import a._
import a.UsedConf.{UsedNamed => Named, usedLazy}

@UsedAnnotation
class Use {
  def run(x: Any, n: Int = UsedConf.UsedDefault, m: UsedMode): Any = {
    x match {
      case UsedConf.UsedPattern => 1
      case UsedCase(f) => f
      case UsedObject => 2
      case _: UsedChecked => 3
      case UsedMode.UsedMatched => 4
    }
    println(s"\${UsedConf.UsedInterpolated}")
    call(max = Named, c = classOf[UsedClassOf])
    xs.map(UsedConf.usedEta).map(UsedConf usedEtaInfix _)
    val a: UsedAlias = UsedConf.usedNoParens
    implicitly[Int](UsedConf.usedImplicit)
    UsedConf.UsedConst + usedLazy + UsedMode.UsedMember.ordinal + UsedCase(1).usedField
  }
}
`,
  },
  Lua: {
    'conf.lua': `local M = {}
M.USED_CONST = 1
M.USED_INDEX = 1
function M.used_callback(x) return x end
function M.used_bound() end
local function used_local(x) return x end
local function used_in_table() end
local USED_LOCAL = 1
M.all = { used_in_table, USED_LOCAL }
function M:used_method() return pcall(used_local, self.used_self) end
function M:used_self() end
return M
`,
    'use.lua': `local conf = require("conf")
local t = { [conf.USED_INDEX] = conf.USED_CONST, f = conf.used_bound }
pcall(conf.used_callback, t)
conf:used_method()
`,
  },
  Elixir: {
    'mix.exs': 'defmodule X.MixProject do\nend\n',
    'lib/conf.ex': `defmodule UsedConf do
  @used_attribute 1
  @used_in_guard 2
  @used_in_pattern 3
  @used_interpolated 4

  defmacro used_macro(x), do: x
  defguard used_guard(x) when x > @used_in_guard
  def used_captured(x), do: x + @used_attribute
  def used_captured_too(x), do: x
  def used_piped(x), do: x
  def used_imported(x), do: x
  def used_applied(x), do: x
  def used_pattern(@used_in_pattern), do: "#{@used_interpolated}"
  def used_delegated(x), do: x
  def used_with_parens, do: 1
end

defmodule UsedStruct do
  defstruct [:a]
end

defmodule UsedError do
  defexception [:message]
end

defmodule UsedBehaviour do
  @callback used_callback(integer) :: integer
end

defmodule UsedPassed do
  def start_link(_), do: :ok
end
`,
    'lib/use.ex': `defmodule Use do
  import UsedConf, only: [used_imported: 1, used_macro: 1, used_guard: 1]
  alias UsedConf, as: C
  @behaviour UsedBehaviour
  require UsedConf
  defdelegate used_delegated(x), to: UsedConf

  @impl true
  def used_callback(x) when used_guard(x), do: x

  def run(xs, %UsedStruct{a: a}) do
    Supervisor.start_link([UsedPassed, {UsedPassed, []}], [])
    xs |> Enum.map(&UsedConf.used_captured/1) |> Enum.map(&C.used_captured_too/1) |> UsedConf.used_piped()
    apply(UsedConf, :used_applied, [used_imported(a)])
    used_macro(UsedConf.used_pattern(3))
    UsedConf.used_with_parens
  rescue
    e in UsedError -> Use.used_callback(e)
  end
end
`,
  },
  Zig: {
    'conf.zig': `pub const used_const = 1;
pub const used_len = 4;
pub var used_var: u32 = 1;
pub const UsedEnum = enum { used_member, used_switched };
pub const UsedStruct = struct {
    pub const used_decl = 1;
    a: u32,
    pub fn usedMethod(self: UsedStruct) void { _ = self; }
};
pub const UsedError = error{used_failed};
pub fn usedCallback(x: u32) u32 { return x; }
pub fn usedComptime(comptime T: type) type { return T; }
`,
    'use.zig': `const conf = @import("conf.zig");
const used_renamed = conf.usedComptime;
var buffer: [conf.used_len]u8 = undefined;
pub fn run(e: conf.UsedEnum) conf.UsedError!u32 {
    each(conf.usedCallback, conf.UsedStruct.usedMethod, conf.UsedStruct.used_decl);
    switch (e) { conf.UsedEnum.used_member => {}, .used_switched => {} }
    conf.used_var += conf.used_const;
    _ = used_renamed(u8);
    return conf.UsedError.used_failed;
}
`,
  },
  Haskell: {
    'Conf.hs': `module Conf where

data UsedMode = UsedOn | UsedOff | UsedRecord { usedField :: Int }

newtype UsedNew = UsedNew { usedUnwrap :: Int }

class UsedClass a where
  usedMember :: a -> Int

usedConst :: Int
usedConst = 1

usedCallback :: Int -> Int
usedCallback x = x

usedSection :: Int -> Int -> Int
usedSection a b = a

usedComposed :: Int -> Int
usedComposed x = x

usedGuard :: Bool
usedGuard = True

usedInLet :: Int
usedInLet = 1

usedInDo :: Int
usedInDo = 1

usedReexported :: Int
usedReexported = 1

usedOperator :: Int
usedOperator = 1
`,
    'Use.hs': `module Use (run, usedReexported) where

import Conf
import qualified Conf as C

run :: UsedMode -> [Int] -> Int
run UsedOff xs = sum (map usedCallback xs)
run m xs
  | usedGuard = let y = usedInLet in y + C.usedConst
  | otherwise = sum (map (\`usedSection\` 1) xs) + (usedComposed . usedField $ m)

go :: UsedClass a => a -> UsedNew
go a = do
  let m = UsedOn
  UsedNew (usedMember a + usedInDo + usedOperator)

un :: UsedNew -> Int
un = usedUnwrap

rec :: UsedMode
rec = UsedRecord { usedField = 1 }
`,
  },
  Bash: {
    'lib.sh': `#!/bin/bash
readonly USED_CONST=1
readonly USED_BRACED=1
readonly USED_DEFAULT=1
readonly USED_ARITHMETIC=1
declare -r USED_DECLARED=1
used_called() { :; }
used_trapped() { :; }
used_substituted() { :; }
used_piped() { :; }
used_exported() { :; }
used_condition() { :; }
`,
    'use.sh': `#!/bin/bash
source ./lib.sh
used_called
trap used_trapped EXIT
x=$(used_substituted)
echo x | used_piped
export -f used_exported
if used_condition; then echo "$USED_CONST \${USED_BRACED}" "\${y:-$USED_DEFAULT}" $((USED_ARITHMETIC + 1)) $USED_DECLARED; fi
`,
  },
};

/** Names that stand for no definition; `docs/languages.md` says it of the language. */
const NO_DEFINITION: Record<string, readonly string[]> = {
  TypeScript: ['usedPrivate'],
  Zig: ['used_renamed'],
  PHP: ['usedTyped', 'usedPromoted'],
  Python: ['UsedAlias'],
  Ruby: ['used_scope'],
};

/** Names of a project that begin with `used`, in the order in which they come. */
function names(files: Record<string, string>): string[] {
  const found = Object.values(files).flatMap(
    (text) => text.match(/\b(?:used|Used|USED_|kUsed)\w+\b(?:\?(?=[;\n]))?/g) ?? [],
  );
  return [...new Set(found)];
}

for (const [language, files] of Object.entries(CASES)) {
  test(`${language}: what is used is never said to be used nowhere`, async (t) => {
    const where = project(t, files);
    const wrong: string[] = [];
    const undefinedNames: string[] = [];
    for (const name of names(files)) {
      for (const symbol of await meant(where, name)) {
        if (symbol === undefined) {
          undefinedNames.push(name);
          continue;
        }
        const { callers, next } = await answer<RefsAnswer>(where, ['refs', symbol]);
        if (callers.length === 0 && next.complete) wrong.push(`${symbol}: ${next.says}`);
      }
    }
    t.deepEqual(wrong, []);
    t.deepEqual(undefinedNames.toSorted(), (NO_DEFINITION[language] ?? []).toSorted());
  });
}

/** What a name is asked for: itself, nothing where several symbols have it, `undefined` where none has. */
async function meant(where: TestProject, name: string): Promise<(string | undefined)[]> {
  const { code, stdout } = await beadloom(where, ['refs', name, '--json']);
  if (code === 0) return [name];
  const { error } = JSON.parse(stdout) as ErrorAnswer;
  return error.code === 'ambiguous' ? [] : [undefined];
}
