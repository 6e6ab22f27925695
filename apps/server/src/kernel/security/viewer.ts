/** The viewer of a request: resolved once from the token, and asked for every permission. */
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import { allScopes, type Scope } from '@waypost/contract/common/scopes';

/** The data that a viewer is made of. */
export interface ViewerData {
  id: number | null;
  email: string | null;
  realname: string | null;
  /** Role name; null for visitors, and for accounts whose role was deleted. */
  role: string | null;
  permissions: readonly string[];
  /** Scopes of the token; null without a token. */
  scopes: readonly string[] | null;
  /** The session of the account that the token belongs to. */
  sessionId?: number | null;
  /** SHA-256 of the token of a visitor, which identifies them until it expires. Null or absent for accounts and without a token. */
  visitorTokenHash?: Buffer | null;
  /** The post whose receipt the caller has shown: they are its author for this request. Null or absent for all others. */
  receiptPostId?: number | null;
  /** The newest post that a trial deployment shows; null or absent when all are shown. */
  lastVisiblePostId?: number | null;
  /** Whether responses withhold hidden authors and contacts from callers who have the right to see them, too. */
  isPersonalDataWithheld?: boolean;
}

const ownPostsPermission: Permission = 'Edit their own posts';

/** A caller and their permissions. */
export class Viewer {
  readonly id: number | null;
  readonly email: string | null;
  readonly realname: string | null;
  readonly role: string | null;
  readonly hasToken: boolean;
  readonly sessionId: number | null;
  readonly visitorTokenHash: Buffer | null;
  readonly receiptPostId: number | null;
  readonly lastVisiblePostId: number | null;
  /** Posts and messages in the response whose hidden author or contact the viewer got without asking for it: for the audit log. */
  personalDataReads = 0;
  readonly #data: ViewerData;
  readonly #permissions: ReadonlySet<string>;
  readonly #scopes: ReadonlySet<string>;

  constructor(data: ViewerData) {
    this.id = data.id;
    this.email = data.email;
    this.realname = data.realname;
    this.role = data.role;
    this.hasToken = data.scopes !== null;
    this.sessionId = data.sessionId ?? null;
    this.visitorTokenHash = data.visitorTokenHash ?? null;
    this.receiptPostId = data.receiptPostId ?? null;
    this.lastVisiblePostId = data.lastVisiblePostId ?? null;
    this.#data = data;
    this.#permissions = new Set(data.permissions);
    this.#scopes = new Set(data.scopes ?? []);
  }

  get isAdmin(): boolean {
    return this.role === builtInRoles.admin;
  }

  get isSignedIn(): boolean {
    return this.id !== null;
  }

  /** Whether the viewer's role holds any permission. */
  get hasAnyPermission(): boolean {
    return this.isAdmin || this.#permissions.size > 0;
  }

  /** Whether the viewer's role holds a permission beyond that on their own posts, which members of a public deployment have. */
  get isTeamMember(): boolean {
    return this.isAdmin || [...this.#permissions].some((it) => it !== ownPostsPermission);
  }

  /** Cache key of what a viewer may see: two viewers with the same key see the same data. */
  get visibilityClass(): string {
    const { id, role, permissions } = this.#data;
    return JSON.stringify([
      id,
      role,
      permissions.toSorted((a, b) => a.localeCompare(b)),
      this.lastVisiblePostId,
      this.receiptPostId,
      this.#isPersonalDataWithheld,
    ]);
  }

  get #isPersonalDataWithheld(): boolean {
    return this.#data.isPersonalDataWithheld ?? false;
  }

  /** Whether the viewer may look at hidden authors and contacts (docs/decisions/0073). */
  get mayViewPersonalData(): boolean {
    return this.can('Manage Posts') && this.can('View personal data');
  }

  /** Whether responses to the viewer contain hidden authors and contacts. */
  get seesPersonalData(): boolean {
    return this.mayViewPersonalData && !this.#isPersonalDataWithheld;
  }

  /** The same viewer, for responses that withhold hidden authors and contacts. */
  get withoutPersonalData(): Viewer {
    return this.#isPersonalDataWithheld ? this : new Viewer({ ...this.#data, isPersonalDataWithheld: true });
  }

  /** The same viewer, who sees no post after this one. */
  limitedTo(lastVisiblePostId: number | null): Viewer {
    return lastVisiblePostId === this.lastVisiblePostId
      ? this
      : new Viewer({ ...this.#data, lastVisiblePostId });
  }

  /** A viewer of the same role without an own account: sees what everybody of the role sees. */
  get asAnyoneOfRole(): Viewer {
    return new Viewer({ ...this.#data, id: 0 });
  }

  /** A visitor who has shown the receipt of a post, whose author they are. */
  static withReceipt(postId: number, lastVisiblePostId: number | null): Viewer {
    return new Viewer({ ...anonymousViewer.#data, receiptPostId: postId, lastVisiblePostId });
  }

  /** Whether the viewer may change and delete the posts whose author they are. */
  get mayEditOwnPosts(): boolean {
    return this.receiptPostId !== null || this.can(ownPostsPermission);
  }

  /** Whether the viewer's role holds one of these permissions. Administrators hold all. */
  can(...anyOf: readonly Permission[]): boolean {
    return this.isAdmin || anyOf.some((permission) => this.#permissions.has(permission));
  }

  /** Whether the viewer's role holds all of these permissions. Administrators hold all. */
  hasAllPermissions(permissions: readonly string[]): boolean {
    return this.isAdmin || permissions.every((permission) => this.#permissions.has(permission));
  }

  /** Whether the token has a scope. Without a token no scope is needed. */
  hasScope(scope: Scope | null): boolean {
    return scope === null || !this.hasToken || this.#scopes.has(allScopes) || this.#scopes.has(scope);
  }
}

/** A visitor who sent no token. */
export const anonymousViewer = new Viewer({
  id: null,
  email: null,
  realname: null,
  role: null,
  permissions: [],
  scopes: null,
});
