// What Go's own loader and type checker say.
//
//	go run . imports ROOT    prints {file, line, name, target} for each import
//	go run . sites ROOT      prints {file, line, name} for each call
//	go run . calls ROOT      reads {file, line, name} lines, prints them with targets[{file, line}]
//
// A package's target is its folder with a final slash.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

type place struct {
	File *string `json:"file"`
	Line int     `json:"line"`
}

type wanted struct {
	File    string  `json:"file"`
	Line    int     `json:"line"`
	Name    string  `json:"name"`
	Targets []place `json:"targets"`
}

type site struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Name string `json:"name"`
}

type imported struct {
	File   string  `json:"file"`
	Line   int     `json:"line"`
	Name   string  `json:"name"`
	Target *string `json:"target"`
}

func main() {
	what := os.Args[1]
	root, err := filepath.EvalSymlinks(os.Args[2])
	if err != nil {
		panic(err)
	}
	root, _ = filepath.Abs(root)
	fset := token.NewFileSet()
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps,
		Dir: root, Fset: fset, Tests: true,
	}, "./...")
	if err != nil {
		panic(err)
	}
	inside := func(path string) *string {
		below, err := filepath.Rel(root, path)
		if err != nil || strings.HasPrefix(below, "..") {
			return nil
		}
		below = filepath.ToSlash(below)
		return &below
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	print := func(value any) {
		line, _ := json.Marshal(value)
		fmt.Fprintln(out, string(line))
	}
	seen := map[string]bool{}
	names := map[string]map[int]map[string][]place{}
	for _, pkg := range loaded {
		for _, file := range pkg.Syntax {
			at := fset.Position(file.Pos())
			path := inside(at.Filename)
			if path == nil || seen[*path] {
				continue
			}
			seen[*path] = true
			if what == "imports" {
				for _, spec := range file.Imports {
					name := strings.Trim(spec.Path.Value, "\"`")
					var target *string
					if found := pkg.Imports[name]; found != nil && len(found.GoFiles) > 0 {
						if folder := inside(filepath.Dir(found.GoFiles[0])); folder != nil {
							with := strings.TrimPrefix(*folder+"/", "./")
							if with == "" {
								with = "./"
							}
							target = &with
						}
					}
					print(imported{*path, fset.Position(spec.Pos()).Line, name, target})
				}
				continue
			}
			if what == "sites" {
				ast.Inspect(file, func(node ast.Node) bool {
					if call, ok := node.(*ast.CallExpr); ok {
						if name := called(call.Fun); name != nil {
							print(site{*path, fset.Position(name.Pos()).Line, name.Name})
						}
					}
					return true
				})
				continue
			}
			lines := map[int]map[string][]place{}
			names[*path] = lines
			ast.Inspect(file, func(node ast.Node) bool {
				ident, ok := node.(*ast.Ident)
				if !ok {
					return true
				}
				object := pkg.TypesInfo.Uses[ident]
				if object == nil {
					return true
				}
				line := fset.Position(ident.Pos()).Line
				if lines[line] == nil {
					lines[line] = map[string][]place{}
				}
				position := fset.Position(object.Pos())
				lines[line][ident.Name] = append(lines[line][ident.Name], place{inside(position.Filename), position.Line})
				return true
			})
		}
	}
	if what != "calls" {
		return
	}
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		var want wanted
		if err := json.Unmarshal(input.Bytes(), &want); err != nil {
			panic(err)
		}
		want.Targets = names[want.File][want.Line][want.Name]
		if want.Targets == nil {
			want.Targets = []place{}
		}
		print(want)
	}
}

// The name that a call calls; nil where it is none.
func called(function ast.Expr) *ast.Ident {
	switch form := function.(type) {
	case *ast.Ident:
		return form
	case *ast.SelectorExpr:
		return form.Sel
	case *ast.IndexExpr:
		return called(form.X)
	case *ast.IndexListExpr:
		return called(form.X)
	}
	return nil
}
