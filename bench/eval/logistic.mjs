// Logistic regression without an intercept: of two candidates, which is right. Newton's method, so that the answer is
// exact and the same every time.

/** Steps; ten are enough for anything that has been seen. */
const STEPS = 50;
/** A step smaller than that, in standard deviations, changes no order. */
const ENOUGH = 1e-9;

/**
 * The weights `w` that make `penalty · Σ log(1 + exp(−w·d)) + ½ w·w` smallest.
 * @param {Float64Array[]} differences a right candidate's values less a wrong one's, standardised
 * @param {number} width values of each
 * @param {number} penalty how much the pairs count against small weights
 * @returns {Float64Array}
 */
export function logistic(differences, width, penalty) {
  let weights = new Float64Array(width);
  let loss = lossOf(differences, weights, penalty);
  for (let step = 0; step < STEPS; step += 1) {
    const { gradient, hessian } = slopes(differences, weights, penalty);
    const direction = solve(hessian, gradient, width);
    let scale = 1;
    let next;
    let nextLoss;
    do {
      next = weights.map((weight, at) => weight - scale * direction[at]);
      nextLoss = lossOf(differences, next, penalty);
      scale /= 2;
    } while (nextLoss > loss && scale > 1e-6);
    if (nextLoss > loss) return weights;
    const moved = next.reduce((most, weight, at) => Math.max(most, Math.abs(weight - weights[at])), 0);
    weights = next;
    loss = nextLoss;
    if (moved < ENOUGH) break;
  }
  return weights;
}

function lossOf(differences, weights, penalty) {
  let loss = 0;
  for (const difference of differences) {
    const margin = dot(difference, weights);
    // log(1 + exp(−m)) without overflow
    loss += margin > 0 ? Math.log1p(Math.exp(-margin)) : -margin + Math.log1p(Math.exp(margin));
  }
  return penalty * loss + dot(weights, weights) / 2;
}

/** First and second derivatives of the loss; of the second, which is symmetrical, the lower half. */
function slopes(differences, weights, penalty) {
  const width = weights.length;
  const gradient = Float64Array.from(weights);
  const hessian = new Float64Array(width * width);
  for (const difference of differences) {
    const wrong = 1 / (1 + Math.exp(dot(difference, weights)));
    const curve = penalty * wrong * (1 - wrong);
    for (let row = 0; row < width; row += 1) {
      const value = difference[row];
      if (value === 0) continue;
      gradient[row] -= penalty * wrong * value;
      for (let column = 0; column <= row; column += 1) {
        hessian[row * width + column] += curve * value * difference[column];
      }
    }
  }
  for (let at = 0; at < width; at += 1) hessian[at * width + at] += 1;
  return { gradient, hessian };
}

/** Solves `matrix · x = right` by Cholesky; the matrix is symmetrical and positive, its lower half is given. */
function solve(matrix, right, width) {
  const lower = Float64Array.from(matrix);
  for (let row = 0; row < width; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = lower[row * width + column];
      for (let at = 0; at < column; at += 1) sum -= lower[row * width + at] * lower[column * width + at];
      lower[row * width + column] = row === column ? Math.sqrt(sum) : sum / lower[column * width + column];
    }
  }
  const solution = Float64Array.from(right);
  for (let row = 0; row < width; row += 1) {
    for (let at = 0; at < row; at += 1) solution[row] -= lower[row * width + at] * solution[at];
    solution[row] /= lower[row * width + row];
  }
  for (let row = width - 1; row >= 0; row -= 1) {
    for (let at = row + 1; at < width; at += 1) solution[row] -= lower[at * width + row] * solution[at];
    solution[row] /= lower[row * width + row];
  }
  return solution;
}

function dot(one, other) {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += one[at] * other[at];
  return sum;
}
