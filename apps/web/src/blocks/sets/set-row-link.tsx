/** A row of a list that links to a collection or saved search. */

import { Link } from '@tanstack/react-router';
import { clearedSearch, type SetKind } from '../post-search/post-mode.ts';
import type { AnySet } from './set-endpoints.ts';
import { SetDescription, SetFacts } from './set-facts.tsx';
import classes from './set-list.module.css';

/** The link with name, description and facts. */
export function SetRowLink({ kind, set, onOpen }: { kind: SetKind; set: AnySet; onOpen?: () => void }) {
  const content = (
    <>
      <span className={classes['name']} dir="auto">
        {set.name}
      </span>
      <SetDescription set={set} />
      <SetFacts set={set} />
    </>
  );
  const linkProps = { className: classes['row'], search: clearedSearch, onClick: () => onOpen?.() };
  return kind === 'collection' ? (
    <Link to="/collections/$collectionId" params={{ collectionId: String(set.id) }} {...linkProps}>
      {content}
    </Link>
  ) : (
    <Link to="/savedsearches/$savedSearchId" params={{ savedSearchId: String(set.id) }} {...linkProps}>
      {content}
    </Link>
  );
}
