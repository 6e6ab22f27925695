/**
 * What an export holds apart from its filters and fields: whose view of posts, which posts at all, and which columns about
 * people. An export to a file holds what its owner may see; an upload to others what the public sees, and what was chosen
 * beyond it (docs/decisions/0043). Pure.
 */
import { type PersonalKind, personalKinds } from '@waypost/contract/exports';
import { passerBy, type Viewer } from '../kernel/viewer.ts';
import { managesPosts } from '../posts/posts.public.ts';

export interface ExportScope {
  /** Whose view of answers, places and times the file holds. */
  reader: Viewer;
  /** Only posts that are published to everyone. */
  publicOnly: boolean;
  /** Values of the columns about contacts, and about sources. */
  contacts: boolean;
  sources: boolean;
  /** Columns that are not there at all, by kind. */
  withoutColumns: readonly PersonalKind[];
}

/** A file for whoever asks for it. */
export const scopeOfFile = (viewer: Viewer): ExportScope => ({
  reader: viewer,
  publicOnly: false,
  contacts: managesPosts(viewer),
  sources: managesPosts(viewer),
  withoutColumns: [],
});

/** What a job names beyond what the public sees. */
interface Choice {
  include_unpublished: boolean;
  include_personal: readonly PersonalKind[];
}

/** An upload to others: by the stored choice, and never beyond what the exporter may see. */
export function scopeOfUpload(
  viewer: Viewer,
  { include_unpublished, include_personal }: Choice,
): ExportScope {
  const has = (kind: PersonalKind) => managesPosts(viewer) && include_personal.includes(kind);
  return {
    reader: has('details') ? viewer : passerBy.upTo(viewer.lastPost),
    publicOnly: !include_unpublished,
    contacts: has('contacts'),
    sources: has('sources'),
    withoutColumns: personalKinds.filter((kind) => !has(kind)),
  };
}

export const scopeOf = (viewer: Viewer, row: Choice & { send_to_hdx: boolean }): ExportScope =>
  row.send_to_hdx ? scopeOfUpload(viewer, row) : scopeOfFile(viewer);
