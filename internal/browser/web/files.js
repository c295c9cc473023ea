// Files in memory, as Go's script for WebAssembly asks for them (fs, process and path), for one Web Worker. A change
// is reported, so that the other worker of the page has the same files.

const krigoFiles = (() => {
  const root = { dir: true, kids: new Map(), mtime: Date.now() };
  let cwd = "/", changed = () => {};
  // What is written to standard output and error, until it is taken.
  const written = { 1: [], 2: [] };

  const error = (code) => Object.assign(new Error(code), { code });
  const parts = (path) => {
    const out = [];
    for (const part of (path.startsWith("/") ? path : cwd + "/" + path).split("/")) {
      if (part === "..") out.pop();
      else if (part && part !== ".") out.push(part);
    }
    return out;
  };
  const absolute = (path) => "/" + parts(path).join("/");
  const find = (path) => {
    let node = root;
    for (const part of parts(path)) {
      if (!node.dir) throw error("ENOTDIR");
      node = node.kids.get(part);
      if (!node) throw error("ENOENT");
    }
    return node;
  };
  /** isThere reports whether a path leads to a file or a folder. */
  const isThere = (path) => {
    try {
      return Boolean(find(path));
    } catch (e) {
      if (e.code !== "ENOENT") throw e;
      return false;
    }
  };
  const parent = (path) => {
    const all = parts(path), name = all.pop();
    if (name === undefined) throw error("EINVAL");
    const folder = find("/" + all.join("/"));
    if (!folder.dir) throw error("ENOTDIR");
    return [folder, name];
  };
  const touch = (node) => { node.mtime = Date.now(); };

  // Changes, which the other worker repeats: each names paths, not descriptors.
  const changes = {
    create(path, mode) {
      const [folder, name] = parent(path);
      if (folder.kids.get(name)?.dir) throw error("EISDIR");
      folder.kids.set(name, { data: new Uint8Array(0), size: 0, mode, mtime: Date.now() });
      touch(folder);
    },
    mkdir(path) {
      const [folder, name] = parent(path);
      if (folder.kids.has(name)) throw error("EEXIST");
      folder.kids.set(name, { dir: true, kids: new Map(), mtime: Date.now() });
      touch(folder);
    },
    write(path, at, bytes) {
      const node = find(path), end = at + bytes.length;
      if (end > node.data.length) {
        const grown = new Uint8Array(Math.max(end, Math.min(2 * node.data.length, node.data.length + (16 << 20))));
        grown.set(node.data.subarray(0, node.size));
        node.data = grown;
      }
      node.data.set(bytes, at);
      node.size = Math.max(node.size, end);
      touch(node);
    },
    truncate(path, length) {
      const node = find(path);
      if (node.dir) throw error("EISDIR");
      const data = new Uint8Array(length);
      data.set(node.data.subarray(0, Math.min(length, node.size)));
      Object.assign(node, { data, size: length });
      touch(node);
    },
    unlink(path) {
      const [folder, name] = parent(path), node = folder.kids.get(name);
      if (!node) throw error("ENOENT");
      if (node.dir) throw error("EISDIR");
      folder.kids.delete(name);
      touch(folder);
    },
    rmdir(path) {
      const [folder, name] = parent(path), node = folder.kids.get(name);
      if (!node) throw error("ENOENT");
      if (!node.dir) throw error("ENOTDIR");
      if (node.kids.size) throw error("ENOTEMPTY");
      folder.kids.delete(name);
      touch(folder);
    },
    rename(from, to) {
      const node = find(from), [a, old] = parent(from), [b, name] = parent(to), there = b.kids.get(name);
      if (there?.dir && (!node.dir || there.kids.size)) throw error(node.dir ? "ENOTEMPTY" : "EISDIR");
      if (there && !there.dir && node.dir) throw error("ENOTDIR");
      a.kids.delete(old);
      b.kids.set(name, node);
      touch(a);
      touch(b);
    },
    chmod(path, mode) { find(path).mode = mode; },
    utimes(path, mtime) { find(path).mtime = mtime; },
  };
  /** change makes a change and reports it. */
  const change = (what, path, ...args) => {
    path = absolute(path);
    if (what === "rename") args = [absolute(args[0])];
    changes[what](path, ...args);
    changed([what, path, ...args]);
  };

  /** repeat makes a change of another worker. */
  const repeat = ([what, ...args]) => {
    try {
      changes[what](...args);
    } catch (e) {
      if (!e.code) throw e; // else the folder is there, or both workers changed the file at the same time
    }
  };

  const flags = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
  const open = new Map();
  let next = 3;
  const opened = (fd) => {
    const file = open.get(fd);
    if (!file) throw error("EBADF");
    return file;
  };
  let inodes = new WeakMap(), inode = 1;
  const inodeOf = (node) => {
    if (!inodes.has(node)) inodes.set(node, inode++);
    return inodes.get(node);
  };
  const stat = (node) => ({
    dev: 1, ino: inodeOf(node), mode: node.dir ? 0o40755 : 0o100000 | (node.mode ?? 0o644), nlink: 1, uid: 0, gid: 0, rdev: 0,
    size: node.dir ? 0 : node.size, blksize: 4096, blocks: node.dir ? 0 : Math.ceil(node.size / 512),
    atimeMs: node.mtime, mtimeMs: node.mtime, ctimeMs: node.mtime, isDirectory: () => Boolean(node.dir),
  });
  const console_ = { data: new Uint8Array(0), size: 0, mtime: 0 };

  const calls = {
    open(path, how, mode) {
      let node;
      try {
        node = find(path);
        if (how & flags.O_CREAT && how & flags.O_EXCL) throw error("EEXIST");
      } catch (e) {
        if (e.code !== "ENOENT" || !(how & flags.O_CREAT)) throw e;
        change("create", path, mode & 0o777);
        node = find(path);
      }
      if (how & flags.O_DIRECTORY && !node.dir) throw error("ENOTDIR");
      if (node.dir && how & (flags.O_WRONLY | flags.O_RDWR)) throw error("EISDIR");
      if (how & flags.O_TRUNC && node.size) change("truncate", path, 0);
      open.set(next, { node, path: absolute(path), at: 0, append: Boolean(how & flags.O_APPEND), how });
      return next++;
    },
    close(fd) {
      if (fd > 2 && !open.delete(fd)) throw error("EBADF");
    },
    read(fd, buffer, offset, length, position) {
      if (fd === 0) return 0;
      const file = opened(fd), at = position ?? file.at;
      if (file.node.dir) throw error("EISDIR");
      if (file.how & flags.O_WRONLY) throw error("EBADF");
      const part = file.node.data.subarray(at, Math.min(at + length, file.node.size));
      buffer.set(part, offset);
      if (position == null) file.at += part.length;
      return part.length;
    },
    write(fd, buffer, offset, length, position) {
      const bytes = buffer.slice(offset, offset + length);
      if (fd === 1 || fd === 2) {
        written[fd].push(bytes);
        return length;
      }
      const file = opened(fd);
      if (!(file.how & (flags.O_WRONLY | flags.O_RDWR))) throw error("EBADF");
      const at = file.append ? file.node.size : position ?? file.at;
      if (reached(file)) change("write", file.path, at, bytes);
      else orphan(file.node, at, bytes);
      if (position == null) file.at = at + length;
      return length;
    },
    fstat: (fd) => stat(fd < 3 ? console_ : opened(fd).node),
    stat: (path) => stat(find(path)),
    lstat: (path) => stat(find(path)),
    mkdir: (path) => change("mkdir", path),
    readdir(path) {
      const node = find(path);
      if (!node.dir) throw error("ENOTDIR");
      return [...node.kids.keys()];
    },
    unlink: (path) => change("unlink", path),
    rmdir: (path) => change("rmdir", path),
    rename(from, to) {
      const node = find(from), was = absolute(from), is = absolute(to);
      change("rename", from, to);
      for (const file of open.values()) { // they keep their file
        if (file.node === node) file.path = is;
        else if (file.path.startsWith(was + "/")) file.path = is + file.path.slice(was.length);
      }
    },
    truncate: (path, length) => change("truncate", path, length),
    ftruncate: (fd, length) => change("truncate", opened(fd).path, length),
    chmod: (path, mode) => change("chmod", path, mode & 0o777),
    fchmod: (fd, mode) => change("chmod", opened(fd).path, mode & 0o777),
    utimes: (path, _, mtime) => change("utimes", path, 1000 * mtime),
    fsync() {}, chown() {}, fchown() {}, lchown() {},
    readlink(path) {
      find(path);
      throw error("EINVAL");
    },
    link() { throw error("ENOSYS"); },
    symlink() { throw error("ENOSYS"); },
  };
  /** reached reports whether a path still leads to an open file. */
  const reached = (file) => {
    try {
      return find(file.path) === file.node;
    } catch {
      return false;
    }
  };
  /** orphan writes to a file that was removed while it is open. */
  const orphan = (node, at, bytes) => {
    const data = new Uint8Array(Math.max(node.size, at + bytes.length));
    data.set(node.data.subarray(0, node.size));
    data.set(bytes, at);
    Object.assign(node, { data, size: data.length });
  };

  // As node has them: with a callback, which gets the error or the result.
  const fs = { constants: flags, writeSync: (fd, buffer) => calls.write(fd, buffer, 0, buffer.length, null) };
  for (const [name, call] of Object.entries(calls)) {
    fs[name] = (...args) => {
      const done = args.pop();
      let result;
      try {
        result = call(...args);
      } catch (e) {
        if (!e.code) throw e;
        return done(e);
      }
      done(null, result);
    };
  }
  const process = {
    getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 0, umask: () => 0,
    cwd: () => cwd,
    chdir(path) {
      if (!find(path).dir) throw error("ENOTDIR");
      cwd = absolute(path);
    },
  };
  const install = () => {
    for (const [name, value] of Object.entries({ fs, process, path: { resolve: (...all) => absolute(all.join("/")) } })) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
  };

  return {
    root, install, process,
    /** put writes a file, with its folders, and returns the changes that repeat makes in another worker. If it throws an
     * error, it has changed nothing. */
    put(path, data) {
      const made = [];
      const make = (what, ...args) => {
        changes[what](...args);
        made.push([what, ...args]);
      };
      const folders = parts(path).slice(0, -1).map((_, i, all) => "/" + all.slice(0, i + 1).join("/"));
      for (const folder of folders) if (!isThere(folder)) make("mkdir", folder);
      make("create", path, 0o644);
      make("write", path, 0, data);
      return made;
    },
    /** fill takes the files of another worker. */
    fill(other) {
      root.kids = other.kids;
    },
    repeat,
    set onchange(f) { changed = f; },
    /** written returns how many bytes wait that were written to a descriptor, and take the first of them. */
    written: (fd) => written[fd].reduce((n, b) => n + b.length, 0),
    take(fd, most) {
      const bytes = written[fd].shift();
      if (!bytes) return new Uint8Array(0);
      if (bytes.length > most) written[fd].unshift(bytes.subarray(most));
      return bytes.subarray(0, most);
    },
    text: (fd) => new TextDecoder().decode(new Uint8Array(written[fd].splice(0).flatMap((b) => [...b]))),
  };
})();
