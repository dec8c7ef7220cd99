/**
 * Preloaded on Linux: lets no socket of AF_NETLINK be made from here on, as `RestrictAddressFamilies=` of a systemd unit
 * does that does not name it.
 */

import { dlopen, ptr } from "bun:ffi";

const { prctl } = dlopen("libc.so.6", {
  prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" },
}).symbols;

const socketCall = process.arch === "arm64" ? 198 : 41;
const afNetlink = 16;
const eafnosupport = 97;

/** Classic BPF: a 16-bit code, two jumps of 8 bits, and 32 bits of value. */
const filter = Buffer.concat(
  [
    [0x20, 0, 0, 0], // the call's number
    [0x15, 0, 3, socketCall],
    [0x20, 0, 0, 16], // its first argument
    [0x15, 0, 1, afNetlink],
    [0x06, 0, 0, 0x00050000 + eafnosupport], // SECCOMP_RET_ERRNO
    [0x06, 0, 0, 0x7fff0000], // SECCOMP_RET_ALLOW
  ].map(([code = 0, ifSo = 0, ifNot = 0, value = 0]) => {
    const line = Buffer.alloc(8);
    line.writeUInt16LE(code, 0);
    line.writeUInt8(ifSo, 2);
    line.writeUInt8(ifNot, 3);
    line.writeUInt32LE(value, 4);
    return line;
  }),
);
const program = Buffer.alloc(16);
program.writeUInt16LE(filter.length / 8, 0);
program.writeBigUInt64LE(BigInt(ptr(filter)), 8);
const [noNewPrivileges, seccomp, byFilter] = [38, 22, 2];
if (prctl(noNewPrivileges, 1, 0, 0, 0) !== 0 || prctl(seccomp, byFilter, ptr(program), 0, 0) !== 0)
  throw new Error("This system takes no filter of calls");
