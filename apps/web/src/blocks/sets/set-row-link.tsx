/** A row of a list that leads to a collection or saved search. */
import { Link } from '@tanstack/react-router';
import { clearedSearch, type SetKind } from '../post-search/post-mode.ts';
import type { AnySet } from './set-endpoints.ts';
import { SetDescription, SetFacts } from './set-facts.tsx';
import classes from './set-list.module.css';

export function SetRowLink({ kind, set, onOpen }: { kind: SetKind; set: AnySet; onOpen?: () => void }) {
  const words = (
    <>
      <span className={classes['name']} dir="auto">
        {set.name}
      </span>
      <SetDescription set={set} />
      <SetFacts set={set} />
    </>
  );
  const rest = { className: classes['row'], search: clearedSearch, onClick: () => onOpen?.() };
  return kind === 'collection' ? (
    <Link to="/collections/$collectionId" params={{ collectionId: String(set.id) }} {...rest}>
      {words}
    </Link>
  ) : (
    <Link to="/savedsearches/$savedSearchId" params={{ savedSearchId: String(set.id) }} {...rest}>
      {words}
    </Link>
  );
}
