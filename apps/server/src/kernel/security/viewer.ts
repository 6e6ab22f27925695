/** Who asks: resolved once per request from the token, and asked for every right. */
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import { allScopes, type Scope } from '@waypost/contract/common/scopes';

export interface ViewerData {
  id: number | null;
  email: string | null;
  realname: string | null;
  /** Role name; null for visitors, and for people whose role is gone. */
  role: string | null;
  permissions: readonly string[];
  /** Null: no token was sent. */
  scopes: readonly string[] | null;
  /** Which of a person's sign-ins the token belongs to. */
  sessionId?: number | null;
  /** SHA-256 of a visitor's token: what stands for them until it expires. Null or absent for accounts and without a token. */
  visitorTokenHash?: Buffer | null;
  /** The newest post that a deployment on trial shows to anybody; null or absent where all are shown. */
  lastVisiblePostId?: number | null;
}

/** A caller and what the caller may. */
export class Viewer {
  readonly id: number | null;
  readonly email: string | null;
  readonly realname: string | null;
  readonly role: string | null;
  readonly hasToken: boolean;
  readonly sessionId: number | null;
  readonly visitorTokenHash: Buffer | null;
  readonly lastVisiblePostId: number | null;
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

  /** Two viewers with the same see the same of everything. */
  get visibilityClass(): string {
    const { id, role, permissions } = this.#data;
    return JSON.stringify([
      id,
      role,
      permissions.toSorted((a, b) => a.localeCompare(b)),
      this.lastVisiblePostId,
    ]);
  }

  /** The same viewer in a deployment that shows no newer posts. */
  limitedTo(lastVisiblePostId: number | null): Viewer {
    return lastVisiblePostId === this.lastVisiblePostId
      ? this
      : new Viewer({ ...this.#data, lastVisiblePostId });
  }

  /** Somebody of the same role, but nobody in particular: what they see, everybody of the role sees. */
  get asAnyoneOfRole(): Viewer {
    return new Viewer({ ...this.#data, id: 0 });
  }

  /** Whether the viewer's role holds one of these permissions. Administrators hold all. */
  can(...any: readonly Permission[]): boolean {
    return this.isAdmin || any.some((permission) => this.#permissions.has(permission));
  }

  /** Whether the viewer's role holds each of these. Administrators hold all. */
  hasAllPermissions(permissions: readonly string[]): boolean {
    return this.isAdmin || permissions.every((permission) => this.#permissions.has(permission));
  }

  /** Whether the token opens a group of addresses. Without a token nothing is barred by scope. */
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
