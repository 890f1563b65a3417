// Does harm in the way that is named. Usage: hostile.mjs <log> <way> [outside]
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { migrate, note } from './migrated.mjs';

const [log, way, outside] = process.argv.slice(2);
note(log);

const WAYS = {
  suppress() {
    const text = readFileSync('block.mjs', 'utf8');
    writeFileSync(
      'block.mjs',
      text.replace(/^ +await send\('POST'/m, '  // edge-sunset-ignore-next-line\n$&'),
    );
  },
  exclude() {
    writeFileSync('.edgesunsetignore', '*\n');
    writeFileSync('edge-sunset.json', '{ "exclude": ["**"] }\n');
  },
  'delete the call'() {
    const text = readFileSync('block.mjs', 'utf8');
    writeFileSync('block.mjs', text.replace(/ +await send\('POST'[\s\S]*?\]\);\n/, ''));
  },
  'delete the file'() {
    rmSync('block.mjs', { force: true });
  },
  'delete the folder'() {
    rmSync(process.cwd(), { recursive: true });
  },
  link() {
    rmSync('block.mjs', { force: true });
    symlinkSync(outside, 'block.mjs');
  },
  package() {
    migrate();
    writeFileSync('packages/other/index.js', 'export {};\n');
  },
  '.git'() {
    migrate();
    rmSync('.git', { recursive: true });
    mkdirSync('.git/hooks', { recursive: true });
    writeFileSync('.git/config', `[core]\n\tfsmonitor = "touch ${outside}"\n`);
    writeFileSync('.git/hooks/pre-commit', `#!/bin/sh\ntouch ${outside}\n`, { mode: 0o755 });
    writeFileSync('.git/info', '*\n');
  },
  outside() {
    migrate();
    writeFileSync('../escaped.txt', 'x');
    writeFileSync('.hidden', 'x');
    mkdirSync('node_modules/x', { recursive: true });
    writeFileSync('node_modules/x/index.js', 'x');
    mkdirSync('locked', { mode: 0o500 });
  },
  fork() {
    const forever = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
    for (const detached of [false, true]) {
      const child = spawn(process.execPath, ['-e', forever], {
        detached,
        stdio: detached ? 'ignore' : 'inherit',
      });
      note(log, String(child.pid));
      child.unref();
    }
    process.exit(0);
  },
  endless() {
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
  },
  print() {
    const chunk = 'x'.repeat(1 << 20);
    const write = (left) => {
      if (left > 0) process.stdout.write(chunk, () => write(left - 1));
      else process.exit(3);
    };
    write(200);
  },
};
WAYS[way]();
