/**
 * The scope of an export besides its filters and fields: whose view of posts, which posts, and which columns with personal
 * data. A file contains what its owner may see; an upload contains what the public sees, and what was chosen in addition
 * (docs/decisions/0043). Pure.
 */
import { type PersonalDataKind, personalDataKinds } from '@waypost/contract/exports/exports';
import { anonymousViewer, type Viewer } from '../kernel/security/viewer.ts';
import { canManagePosts } from '../posts/posts.public.ts';

/** Whose view, which posts and which columns an export contains. */
export interface ExportScope {
  /** Whose view of answers, places and times the file contains. */
  reader: Viewer;
  /** Only posts that are published to everyone. */
  isPublicOnly: boolean;
  /** Only posts whose sender agreed to sharing, where the survey asks (docs/decisions/0071). */
  isSharedOnly: boolean;
  /** Whether there are columns about what senders agreed to. */
  includesConsent: boolean;
  /** Whether the columns about contacts and about sources have values. */
  includesContacts: boolean;
  includesSources: boolean;
  /** Kinds of columns that are left out. */
  omittedColumnKinds: readonly PersonalDataKind[];
}

/** The scope of a file for the viewer. */
export const fileScope = (viewer: Viewer, { only_shared = false } = {}): ExportScope => ({
  reader: viewer,
  isPublicOnly: false,
  isSharedOnly: only_shared,
  includesConsent: canManagePosts(viewer),
  includesContacts: viewer.seesPersonalData,
  includesSources: canManagePosts(viewer),
  omittedColumnKinds: [],
});

/** What an upload contains in addition to what the public sees. */
interface ContentChoice {
  include_unpublished: boolean;
  include_personal: readonly PersonalDataKind[];
}

/** The scope of an upload: the stored choice, limited to what the exporter may see. */
export function uploadScope(
  viewer: Viewer,
  { include_unpublished, include_personal }: ContentChoice,
): ExportScope {
  const has = (kind: PersonalDataKind) => canManagePosts(viewer) && include_personal.includes(kind);
  return {
    reader: has('details') ? viewer : anonymousViewer.limitedTo(viewer.lastVisiblePostId),
    isPublicOnly: !include_unpublished,
    isSharedOnly: true,
    includesConsent: false,
    includesContacts: has('contacts') && viewer.seesPersonalData,
    includesSources: has('sources'),
    omittedColumnKinds: personalDataKinds.filter((kind) => !has(kind)),
  };
}

/** The scope of an export job. */
export const exportScope = (
  viewer: Viewer,
  row: ContentChoice & { send_to_hdx: boolean; only_shared: boolean },
): ExportScope => (row.send_to_hdx ? uploadScope(viewer, row) : fileScope(viewer, row));
