import type { Category } from '@waypost/contract/categories/categories';
import type { Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { isStoredInValues } from '@waypost/survey-logic/survey-definition';
import { findAnswers } from '@waypost/survey-logic/validate-answers';
import { CategoryChips } from './category-chips.tsx';
import { ValueView } from './value-view.tsx';
import classes from './values.module.css';

interface Props {
  post: Post;
  attributes: readonly Attribute[];
  categories: readonly Category[];
  /** Shown when nothing was answered. */
  emptyText?: string;
}

/** The answers to a task's attributes in survey order, without empty ones. */
export function AnswersView({ post, attributes, categories, emptyText }: Props) {
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
          </dt>
          {fieldTypes[attribute.type].answerKind === 'category' ? (
            <dd>
              <CategoryChips ids={answers.map(Number)} categories={categories} />
            </dd>
          ) : (
            answers.map((answer, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- answers have no id and are not reordered
              <dd key={at}>
                <ValueView attribute={attribute} answer={answer} datePrecision={post.date_precision} />
              </dd>
            ))
          )}
        </div>
      ))}
    </dl>
  );
}
