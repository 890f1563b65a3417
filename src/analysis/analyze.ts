import { builtinCatalogue, type Catalogue } from '../catalogue/index.js';
import type { Program, SourceFile } from '../read/index.js';
import { createAnalyzer, type FileAnalysis } from './analyzer.js';

export interface AnalysisOptions {
  /** Path of the text relative to its project, with `/`: its name tells the language. */
  readonly path: string;
  /** Overrides what the name tells. */
  readonly language?: string;
  /** Default: the built-in one. */
  readonly catalogue?: Catalogue;
  /** Texts of other files of the project, by path, for what is imported from them. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Findings of one text, without touching the file system. */
export async function analyze(text: string, options: AnalysisOptions): Promise<FileAnalysis> {
  const catalogue = options.catalogue ?? builtinCatalogue();
  const analyzer = await createAnalyzer({ catalogue });
  const fileAt = (path: string, content: string, language?: string): SourceFile => ({
    path,
    text: content,
    language: language ?? analyzer.languageOf(path, content),
  });
  const file = fileAt(options.path, text, options.language);
  const others = new Map(Object.entries(options.files ?? {}));
  const program: Program = {
    profiles: catalogue.profiles,
    file: (path) => {
      if (path === file.path) return file;
      const content = others.get(path);
      return content === undefined ? null : fileAt(path, content);
    },
    importers: () => [...others.keys()],
  };
  await analyzer.load([file.language]);
  return analyzer.analyze(file, program);
}
