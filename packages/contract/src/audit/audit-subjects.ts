/** What the audit log is about, apart from its schemas: the client's URLs contain it. */

/** The audited kinds of entities, by their names in API v3. */
export const auditSubjects = [
  'users',
  'invitations',
  'roles',
  'config',
  'apikeys',
  'webhooks',
  'layers',
  'map-archives',
  'area-sets',
  'areas',
  'cleanups',
  'retention',
  'contacts',
  'exports',
  'templates',
  'tags',
  'forms',
  'bulk-changes',
  'posts',
  'emergency',
  'receipts',
] as const;
