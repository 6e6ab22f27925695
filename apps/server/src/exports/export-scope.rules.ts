/**
 * What an export holds apart from its filters and fields: whose view of posts, which posts at all, and which columns about
 * people. An export to a file holds what its owner may see; an upload to others what the public sees, and what was chosen
 * beyond it (docs/decisions/0043). Pure.
 */
import { type PersonalDataKind, personalDataKinds } from '@waypost/contract/exports/exports';
import { anonymousViewer, type Viewer } from '../kernel/security/viewer.ts';
import { managesPosts } from '../posts/posts.public.ts';

export interface ExportScope {
  /** Whose view of answers, places and times the file holds. */
  reader: Viewer;
  /** Only posts that are published to everyone. */
  isPublicOnly: boolean;
  /** Values of the columns about contacts, and about sources. */
  includesContacts: boolean;
  includesSources: boolean;
  /** Columns that are not there at all, by kind. */
  omittedColumnKinds: readonly PersonalDataKind[];
}

/** A file for whoever asks for it. */
export const fileScope = (viewer: Viewer): ExportScope => ({
  reader: viewer,
  isPublicOnly: false,
  includesContacts: managesPosts(viewer),
  includesSources: managesPosts(viewer),
  omittedColumnKinds: [],
});

/** What a job names beyond what the public sees. */
interface ContentChoice {
  include_unpublished: boolean;
  include_personal: readonly PersonalDataKind[];
}

/** An upload to others: by the stored choice, and never beyond what the exporter may see. */
export function uploadScope(
  viewer: Viewer,
  { include_unpublished, include_personal }: ContentChoice,
): ExportScope {
  const has = (kind: PersonalDataKind) => managesPosts(viewer) && include_personal.includes(kind);
  return {
    reader: has('details') ? viewer : anonymousViewer.limitedTo(viewer.lastVisiblePostId),
    isPublicOnly: !include_unpublished,
    includesContacts: has('contacts'),
    includesSources: has('sources'),
    omittedColumnKinds: personalDataKinds.filter((kind) => !has(kind)),
  };
}

export const exportScope = (viewer: Viewer, row: ContentChoice & { send_to_hdx: boolean }): ExportScope =>
  row.send_to_hdx ? uploadScope(viewer, row) : fileScope(viewer);
