/** What other domains may use of notifications. */
export { type NotificationLimits, nextDay, notificationFigures } from './notification-limits.sql.ts';
