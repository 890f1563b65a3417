import type { Finding } from '../analysis/finding.js';
import type { Program, SourceFile } from '../read/reader.js';
import type { Undetermined } from '../read/usage.js';

export interface FileAnalysis {
  readonly findings: readonly Finding[];
  readonly undetermined: readonly Undetermined[];
  readonly tier: 'ast' | 'text';
  readonly degraded?: string;
}
export interface Analyzer {
  analyze(file: SourceFile, program: Program): FileAnalysis;
  languageOf(path: string, text: string): string;
}
