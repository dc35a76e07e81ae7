// What the workers of the site have besides a browser's own: Go's wasm_exec.js, what files.js is to it, and what a page
// and its box hand each other.

/** Done is a callback of Node: what went wrong, or what came of it. */
type Done<T> = (err: (Error & { code?: string }) | null, value?: T) => void;

interface FileStat {
  dev: number; ino: number; mode: number; nlink: number; uid: number; gid: number; rdev: number; size: number; blksize: number; blocks: number;
  atimeMs: number; mtimeMs: number; ctimeMs: number;
  isDirectory(): boolean;
}

/** Files is the part of Node's file system that Go uses. */
interface Files {
  constants: Record<string, number>;
  /** lasting reports whether files are there when the worker has ended. */
  lasting: boolean;
  writeSync(fd: number, b: Uint8Array): number;
  open(path: string, flags: number, mode: number, done: Done<number>): void;
  close(fd: number, done: Done<void>): void;
  read(fd: number, b: Uint8Array, offset: number, length: number, position: number | null, done: Done<number>): void;
  write(fd: number, b: Uint8Array, offset: number, length: number, position: number | null, done: Done<number>): void;
  fsync(fd: number, done: Done<void>): void;
  ftruncate(fd: number, size: number, done: Done<void>): void;
  truncate(path: string, size: number, done: Done<void>): void;
  fstat(fd: number, done: Done<FileStat>): void;
  stat(path: string, done: Done<FileStat>): void;
  lstat(path: string, done: Done<FileStat>): void;
  mkdir(path: string, mode: number, done: Done<void>): void;
  readdir(path: string, done: Done<string[]>): void;
  rename(from: string, to: string, done: Done<void>): void;
  unlink(path: string, done: Done<void>): void;
  rmdir(path: string, done: Done<void>): void;
  chmod(path: string, mode: number, done: Done<void>): void;
  fchmod(fd: number, mode: number, done: Done<void>): void;
  utimes(path: string, atime: number, mtime: number, done: Done<void>): void;
  chown(path: string, uid: number, gid: number, done: Done<void>): void;
  fchown(fd: number, uid: number, gid: number, done: Done<void>): void;
  lchown(path: string, uid: number, gid: number, done: Done<void>): void;
  link(path: string, link: string, done: Done<void>): void;
  symlink(path: string, link: string, done: Done<void>): void;
  readlink(path: string, done: Done<string>): void;
}

declare function openFiles(name: string): Promise<Files>;

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** fs and process are where Go looks for files. */
declare var fs: Files;
declare var process: Record<string, any>;

/** consigliere is where a program of Go and its worker find each other's functions. */
declare var consigliere: Record<string, any>;
