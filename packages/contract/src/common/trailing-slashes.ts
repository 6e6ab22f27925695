/** The slashes at the end of a base URL, to be removed: paths begin with one. */
export const trailingSlashes = /(?<!\/)\/+$/;
