import type { MarkdownNode } from '../../ui/markdown-node.ts';
import older from './notes/3.md';
import v4011 from './notes/4.0.11.md';
import v4019 from './notes/4.0.19.md';
import v410 from './notes/4.1.0.md';
import v411 from './notes/4.1.1.md';
import v420 from './notes/4.2.0.md';
import v421 from './notes/4.2.1.md';
import about from './notes/about.md';

/** The release notes of one firmware version. */
export interface ReleaseNote {
  readonly version: string;
  /** The channel that offers it. */
  readonly flags: string | undefined;
  readonly nodes: readonly MarkdownNode[];
}

/** The introduction to the release notes of the firmware. */
export const RELEASE_NOTES_INTRODUCTION = about;

/** The notes, newest first: one for each version that the cloud offers, and one for all before. */
export const FIRMWARE_RELEASE_NOTES: readonly ReleaseNote[] = [
  { version: '4.2.1', flags: 'development', nodes: v421 },
  { version: '4.2.0', flags: 'staging', nodes: v420 },
  { version: '4.1.1', flags: 'production', nodes: v411 },
  { version: '4.1.0', flags: 'production', nodes: v410 },
  { version: '4.0.19', flags: 'production', nodes: v4019 },
  { version: '4.0.11', flags: 'production', nodes: v4011 },
  { version: '3.x', flags: undefined, nodes: older },
];
