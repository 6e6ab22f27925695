import type { Category } from '@waypost/contract/categories/categories';
import type { Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { isStoredInValues } from '@waypost/survey-logic/survey-definition';
import { findAnswers } from '@waypost/survey-logic/validate-answers';
import type { ReactNode } from 'react';
import { TeamOnly } from '../../../blocks/team-only/team-only.tsx';
import { CategoryChips } from './category-chips.tsx';
import { ValueView } from './value-view.tsx';
import classes from './values.module.css';

interface Props {
  post: Post;
  attributes: readonly Attribute[];
  categories: readonly Category[];
  /** The public sees none of the answers, also of a published report. */
  isForTeam?: boolean;
  /** Shown when nothing was answered. */
  emptyText?: string;
  /** How plain texts are rendered; by default with links. */
  renderText?: (text: string) => ReactNode;
}

/** The answers to a task's attributes in survey order, without empty ones. */
export function AnswersView({
  post,
  attributes,
  categories,
  isForTeam = false,
  emptyText,
  renderText,
}: Props) {
  const values = Array.isArray(post.values) ? {} : post.values;
  const shownAnswers = attributes
    .filter(isStoredInValues)
    .map((attribute) => ({ attribute, answers: findAnswers(values, attribute.key) }))
    .filter(({ answers }) => answers.length > 0);
  if (shownAnswers.length === 0) return emptyText ? <p className={classes['muted']}>{emptyText}</p> : null;
  return (
    <dl className={classes['answers']}>
      {shownAnswers.map(({ attribute, answers }) => (
        <div key={attribute.key}>
          <dt>
            <span dir="auto">{attribute.label}</span>
            {(attribute.response_private || isForTeam) && <TeamOnly />}
          </dt>
          {fieldTypes[attribute.type].answerKind === 'category' ? (
            <dd>
              <CategoryChips ids={answers.map(Number)} categories={categories} />
            </dd>
          ) : (
            answers.map((answer, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- answers have no id and are not reordered
              <dd key={at}>
                <ValueView
                  attribute={attribute}
                  answer={answer}
                  datePrecision={post.date_precision}
                  placePrecision={post.place_precision}
                  renderText={renderText}
                />
              </dd>
            ))
          )}
        </div>
      ))}
    </dl>
  );
}
