//! Names that belong to the languages' own types: a call of one of them on a value of unknown type may mean anything,
//! even where the project has a single definition of that name.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::rules::{LanguageFamily, Rules};

const PYTHON: &str = "add append capitalize casefold center clear close copy count decode difference encode endswith \
    extend fileno find flush format format_map fromkeys get group groupdict groups index insert intersection isalnum \
    isalpha isascii isatty isdecimal isdigit isidentifier islower isnumeric isprintable isspace issubset issuperset \
    istitle isupper items join keys ljust lower lstrip match maketrans next partition pop popitem read readable \
    readline readlines remove removeprefix removesuffix replace reverse rfind rindex rjust rpartition rsplit rstrip \
    search seek seekable send setdefault sort span split splitlines start startswith strip sub swapcase \
    symmetric_difference tell throw title translate truncate union update upper values writable write writelines \
    zfill end run wait put acquire release cancel result done set is_set submit shutdown total_seconds isoformat \
    strftime timestamp date time weekday year month day hour minute second exists is_file is_dir mkdir open \
    read_text write_text read_bytes write_bytes resolve relative_to with_suffix as_posix iterdir glob rglob unlink \
    rename stat touch commit rollback execute executemany fetchone fetchall fetchmany cursor debug info warning \
    error exception critical log warn isEnabledFor addHandler setLevel";

const ECMA: &str = "abort accept add addEventListener all allSettled any appendChild apply arrayBuffer assign at bind \
    blob blur call catch charAt charCodeAt clear click clone close closest codePointAt concat contains copyWithin \
    createElement delete destroy dispatchEvent emit end endsWith entries every exec fetch fill filter finally find \
    findIndex findLast findLastIndex flat flatMap focus forEach formData from get getAttribute \
    getBoundingClientRect getDate getDay getFullYear getHours getItem getMinutes getMonth getSeconds getTime has \
    hasAttribute hasOwnProperty includes indexOf insertBefore isArray isPrototypeOf item join json keys lastIndexOf \
    listen localeCompare log map match matchAll next normalize now off on once open padEnd padStart parse pause \
    pipe play pop postMessage preventDefault promise push querySelector querySelectorAll race read reduce \
    reduceRight reject remove removeAttribute removeChild removeEventListener removeItem render repeat replace \
    replaceAll reset resolve resume return reverse search send set setAttribute setItem shift slice some sort \
    splice split start startsWith stop stopPropagation stringify submit subscribe substr substring test text then \
    throw toFixed toISOString toJSON toLocaleString toLowerCase toPrecision toString toUpperCase trim trimEnd \
    trimStart unshift unsubscribe update use valueOf values warn error info debug with write";

const JVM: &str = "accept add addAll allMatch also and andThen anyMatch append apply build charAt clear clone close \
    collect compareTo compute computeIfAbsent contains containsKey containsValue count distinct drop endsWith entries \
    entrySet equals exists filter find findAny findFirst first flatMap flush fold foreach forEach format get \
    getBytes getClass getKey getMessage getName getOrDefault getOrElse getValue hasNext hashCode head id ifPresent \
    indexOf insert intValue invoke isBlank isEmpty isPresent iterator join keySet keys last lastIndexOf length let \
    limit list lock log longValue map mapToInt mapToObj match matches max merge min mkString name next noneMatch \
    nonEmpty of offer orElse orElseGet orElseThrow ordinal parse peek poll pop print printf println push put putAll \
    putIfAbsent read reduce remove removeAll removeIf replace replaceAll reset resolve reversed run set setName size \
    skip sort sorted split start startsWith stop stream strip sublist submit substring sum tail take takeWhile test \
    then toArray toByteArray toInt toList toLong toLowerCase toMap toSeq toSet toString toUpperCase trim update \
    unlock url use value valueOf values wait with write zip debug error info trace warn";

const GO: &str = "Add Bool Bytes Cancel Close Context Copy Count Done Err Error Errorf Exec Fatal Fatalf Float64 \
    Flush Format Get Has Header Index Info Init Int Int64 Interface Is IsNil IsZero Key Keys Kind Len Less Load Lock \
    Log Logf Name New Next Now GlobalLookup Parse Pop Print Printf Println Push Query RLock RUnlock Read ReadAll Recv Reset \
    Run Scan Seek Send Set Size Start Stop Store String Sub Swap Sync Time Type Unix Unlock Unmarshal Unwrap Value \
    Values Wait Warn Write WriteHeader WriteString";

const RUST: &str = "abs all and and_then any append as_bytes as_deref as_mut as_path as_ref as_slice as_str await \
    borrow borrow_mut bytes by_ref chain chars clear clone cloned cmp collect concat contains contains_key context \
    copied count cycle dedup default deref display drain drop end_bound ends_with entry enumerate eq err exists expect extend \
    extension file_name filter filter_map find find_map first flat_map flatten flush fmt fold for_each from get \
    get_mut get_or_insert_with hash id index insert inspect into into_inner into_iter is_dir is_empty is_err is_file \
    is_none is_ok is_some is_some_and iter iter_mut join keys kind last len lines load lock map map_err map_or \
    map_or_else max max_by max_by_key min min_by min_by_key name ne next nth ok ok_or ok_or_else or or_default \
    or_else or_insert or_insert_with parent parse partial_cmp partition path peek peekable pop position product push \
    push_str read read_to_string recv remove repeat replace reserve resize retain rev send skip skip_while sort \
    sort_by sort_by_key sort_unstable spawn split split_at split_whitespace splitn start_bound starts_with status step_by store \
    strip_prefix strip_suffix sum swap take take_while text then to_lowercase to_owned to_path_buf to_str to_string \
    to_string_lossy to_uppercase to_vec trim trim_end trim_start truncate try_from try_into unwrap unwrap_or \
    unwrap_or_default unwrap_or_else update value values with_context write write_all write_str zip";

const C: &str = "abort assert at atoi back begin c_str calloc clear close count data emplace emplace_back empty end \
    erase exit fclose find first fopen fprintf free fread front fwrite get getenv insert join length lock main \
    malloc max memcmp memcpy memset min move name open pop pop_back printf push push_back read realloc release \
    reserve reset resize second set size snprintf sort sprintf str strcat strcmp strcpy strdup strlen strncmp \
    strncpy strstr substr swap to_string top unlock value write";

const CSHARP: &str = "Add AddRange Aggregate All Any Append AsQueryable Average Build Clear Clone Close CompareTo \
    Concat Configure Contains ContainsKey ConvertAll Copy CopyTo Count Create Delete Dispose Distinct DisposeAsync \
    ElementAt EndsWith Equals Except Exists Find First FirstOrDefault Flush ForEach Format Get GetAsync \
    GetEnumerator GetHashCode GetService GetType GetValue GroupBy HasValue IndexOf Insert Invoke Join Last \
    LastOrDefault Load Log Map Match Max Min MoveNext Next OrderBy OrderByDescending Parse Peek Pop Post Push Read \
    ReadAsync Remove RemoveAt Replace Reset Reverse Run Save SaveChanges Select SelectMany Send Set Single \
    SingleOrDefault Skip Sort Split Start StartsWith Stop Substring Sum Take ThenBy ToArray ToDictionary ToList \
    ToListAsync ToLower ToString ToUpper Trim TryGetValue TryParse Update Use Wait Where Write WriteAsync WriteLine \
    Zip";

const RUBY: &str = "abort add alias_method all any? append at attr_accessor attr_reader attr_writer binding block_given? \
    call catch class clear clone close collect compact concat count create define_method delete describe detect dig \
    downcase dup each each_pair each_slice each_with_index each_with_object empty? end_with? entries eql? exit \
    expect extend fail fetch filter find find_all first flatten flush format freeze frozen? get gets grep group_by \
    gsub gsub! has_key? hash id include include? index inject insert inspect instance_of? is_a? it join key? keys \
    kind_of? lambda last length let lines load loop map match match? max merge merge! method_missing min module_function \
    name new next nil? none? open p parse partition pop present? print printf private proc protected public push put \
    puts raise rand read reduce reject remove replace require require_relative rescue respond_to? reverse round \
    sample save scan select send set shift size sleep slice sort sort_by split sprintf start_with? strip sub sum \
    super symbolize_keys take tap test then throw times to_a to_f to_h to_i to_s to_sym transform_values uniq unshift \
    update upcase values warn where write yield zip";

const PHP: &str = "add all append array_filter array_key_exists array_keys array_map array_merge array_values assert \
    build call close compact count create define delete die each echo empty error execute exit explode fetch \
    file_exists filter find first flush format get getMessage handle has implode in_array info is_array is_null is_string \
    isset json_decode json_encode key keys last load log make map merge method name next open parse pop prepare \
    print printf push put query read remove render reset run save send set sprintf start str_replace strlen strpos \
    strtolower strtoupper substr test toArray toString trim unset update validate value values var_dump with write";

const SWIFT: &str = "abs add allSatisfy append assert compactMap compactMapValues contains count decode \
    decodeIfPresent dropFirst dropLast elementsEqual encode encodeIfPresent enumerated filter first \
    firstIndex flatMap forEach get hash hasPrefix hasSuffix index init insert intersection isEmpty joined \
    last lastIndex load lock lowercased makeIterator map mapValues max merge min next popLast precondition \
    prefix print randomElement reduce remove removeAll removeFirst removeLast removeValue reserveCapacity \
    reversed run set shuffled sort sorted split start starts stop subtracting suffix swap trimmingCharacters \
    union unlock update uppercased withLock withUnsafeBytes write zip";

const LUA: &str = "add assert close collectgarbage concat dofile error find flush format get getmetatable gmatch gsub \
    insert ipairs len lines load loadfile loadstring lower match new next open pack pairs pcall print rawequal rawget \
    rawset read remove rep require reverse run seek select set setmetatable sort start stop sub tonumber tostring \
    type unpack update upper write xpcall";

const HASKELL: &str = "all any concat concatMap drop elem filter foldl foldr fst head id init last length lines lookup \
    map mapM mapM_ max maximum min minimum not null or otherwise print product pure putStrLn replicate return reverse \
    show snd splitAt sum tail take unlines unwords words zip zipWith";

const ELIXIR: &str = "all any at concat count delete each empty filter find first flat_map get get_in inspect into \
    join keys length map max member merge min new put raise reduce reject reverse send size sort spawn split start \
    start_link sum take to_list to_string update values zip";

const BASH: &str = "awk cat cd chmod command cp curl cut date declare diff dirname basename echo env eval exec exit \
    export find git grep head kill ln local log ls make mkdir mv printf pwd read return rm rsync sed set shift sleep \
    sort source ssh sudo tail tar tee test touch trap true type uniq unset wait wc which xargs";

const ZIG: &str = "add alloc allocator append appendAssumeCapacity appendSlice capacity clear clearAndFree \
    clearRetainingCapacity clone close contains count create deinit destroy dupe ensureTotalCapacity \
    ensureUnusedCapacity eql expect fetchRemove find format free get getEntry getIndex getOrPut getOrPutValue getPtr \
    init insert items iterator join keyIterator keys len lock next open orderedRemove orelse parse peek pop print put \
    putAssumeCapacity putNoClobber read readAll reader remove reset resize set shrinkRetainingCapacity size slice \
    spawn swapRemove toOwnedSlice unlock valueIterator values wait write writeAll writer";

const PYTHON_TYPES: &str = "bool bytearray bytes classmethod complex dict enumerate filter float frozenset int list map \
    memoryview object property range reversed set slice staticmethod str super tuple type zip";

const RUST_TYPES: &str = "bool char f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 u64 u8 usize";

/// Words that names of many libraries are made of, besides those of the lists above.
const EVERYDAY_WORDS: &str = "abs active after array async attr attribute auth authenticate authorize backend backup \
    base before body bool boolean cache change changed check child children class clean client code column commit \
    config configure connect connection content context current cursor data decimal defer deserialize detail details \
    dict dictionary dir disable disconnect display do document download dump edit element email enable enabled \
    ensure entry environment event events export extra factory field fields file files force form full generate \
    global group handle handler header headers help hidden host html http image import init initialize input \
    instance int integer internal invalid label language level limit link list local locale login logout long \
    message messages meta method mode model module node note notify number numbers object objects offset old \
    operation option options order output override own owner package page param parameter parameters params parent \
    password patch path payload permission permissions plain position post prefix process profile progress property \
    protocol query queryset raw record refresh register registry relation reload report request require response \
    restore result results retry role root route row rule save schema scope script second section self serialize \
    serializer server service session setting settings setup sign signal simple single snapshot state stats status \
    string style subject suffix sync tag tags target task template temp term tick timeout token tool total tree type \
    uid unit unregister upload user username uuid valid validate validator variable verify version view visible \
    visit warning window word work xml year yaml";

/// Each family with its names.
const LISTS: &[(LanguageFamily, &str)] = &[
    (LanguageFamily::Bash, BASH),
    (LanguageFamily::C, C),
    (LanguageFamily::CSharp, CSHARP),
    (LanguageFamily::Ecma, ECMA),
    (LanguageFamily::Elixir, ELIXIR),
    (LanguageFamily::Go, GO),
    (LanguageFamily::Haskell, HASKELL),
    (LanguageFamily::Jvm, JVM),
    (LanguageFamily::Lua, LUA),
    (LanguageFamily::Php, PHP),
    (LanguageFamily::Python, PYTHON),
    (LanguageFamily::Ruby, RUBY),
    (LanguageFamily::Rust, RUST),
    (LanguageFamily::Swift, SWIFT),
    (LanguageFamily::Zig, ZIG),
];

/// Whether the name is that of a function or method that the language's own library has, mostly on many types.
pub fn is_builtin_member(family: LanguageFamily, name: &str) -> bool {
    static SETS: LazyLock<HashSet<(LanguageFamily, &str)>> = LazyLock::new(|| {
        let each = |(family, list): &(LanguageFamily, &'static str)| {
            let family = *family;
            list.split_ascii_whitespace().map(move |name| (family, name)).collect::<Vec<_>>()
        };
        LISTS.iter().flat_map(each).collect()
    });
    // Python's own hooks are on every type.
    let hook = family == LanguageFamily::Python && name.starts_with("__") && name.ends_with("__");
    hook || SETS.contains(&(family, name))
}

/// Whether a name may be that of a member of almost anything: nothing but words that names everywhere are made of,
/// or, where no compiler looks at types, a single word of whatever sort.
///
/// Of the calls on values of unknown type in a shop of 4,500 Python files that a single definition in reach explains,
/// four in ten are of one method, `create`, which they mean in one case of twenty.
pub fn is_everyday(rules: &Rules, name: &str) -> bool {
    static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let lists = LISTS.iter().map(|(_, list)| *list).chain([EVERYDAY_WORDS, PYTHON_TYPES]);
        lists.flat_map(str::split_ascii_whitespace).flat_map(words).collect()
    });
    if is_builtin_member(rules.family, name) {
        return true;
    }
    // What is marked as its type's own is called on few others.
    let own = name.starts_with(['_', '#']);
    let words = words(name);
    words.iter().all(|word| WORDS.contains(word)) || words.len() == 1 && !rules.typed && !own
}

/// The words that a name is made of, in lower case; numbers are none.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in name.chars() {
        if c.is_alphabetic() {
            match words.last_mut() {
                Some(word) if before.is_alphabetic() && (before.is_uppercase() || !c.is_uppercase()) => {
                    // The last capital of a run begins the next word.
                    if c.is_lowercase() && before.is_uppercase() && word.chars().nth(1).is_some() {
                        let first = word.pop();
                        words.push(first.into_iter().chain(c.to_lowercase()).collect());
                    } else {
                        word.extend(c.to_lowercase());
                    }
                }
                _ => words.push(c.to_lowercase().collect()),
            }
        }
        before = c;
    }
    words
}

/// Whether the name is that of a type of the language that is written like a value.
pub fn is_builtin_type(family: LanguageFamily, name: &str) -> bool {
    let list = match family {
        LanguageFamily::Python => PYTHON_TYPES,
        LanguageFamily::Rust => RUST_TYPES,
        _ => "",
    };
    list.split_ascii_whitespace().any(|known| known == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_belong_to_their_family() {
        assert!(is_builtin_member(LanguageFamily::Python, "append"));
        assert!(is_builtin_member(LanguageFamily::Rust, "unwrap_or_default"));
        assert!(is_builtin_member(LanguageFamily::Python, "__init__"));
        assert!(!is_builtin_member(LanguageFamily::Python, "unwrap"));
        assert!(is_builtin_type(LanguageFamily::Rust, "str") && !is_builtin_type(LanguageFamily::Go, "str"));
        assert!(!is_builtin_member(LanguageFamily::Other, "append"));
        assert!(LISTS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn names_come_apart_into_words() {
        for (name, want) in [
            ("get_copy", "get copy"),
            ("__init__", "init"),
            ("getURLPath2", "get url path"),
            ("HTTPServer", "http server"),
            ("empty?", "empty"),
            ("x", "x"),
            ("größteZahl", "größte zahl"),
            ("_2", ""),
        ] {
            assert_eq!(words(name).join(" "), want, "{name}");
        }
    }

    #[test]
    fn everyday_names_are_made_of_everyday_words() {
        for (language, name, want) in [
            ("python", "create", true),
            ("python", "get", true),
            ("python", "to_dict", true),
            ("python", "get_full_name", true),
            ("python", "ferment", true),
            ("python", "_ferment", false),
            ("python", "get_price", false),
            ("python", "store_value_in_metadata", false),
            ("typescript", "refund", true),
            ("typescript", "refundCharge", false),
            ("go", "Rollback", true),
            ("go", "Ferment", false),
            ("csharp", "SaveChanges", true),
            ("ruby", "empty?", true),
        ] {
            assert_eq!(is_everyday(crate::references::rules(language), name), want, "{language} {name}");
        }
    }
}
