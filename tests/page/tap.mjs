// SPDX-License-Identifier: BSD-3-Clause

// TAP lines of tests in a browser: test(description, body) runs the body, in which expect() collects what is wrong.

let complaints = [];

export function expect(right, text) {
  if (!right) complaints.push(text);
}

export async function test(description, body) {
  complaints = [];
  try {
    await body();
  } catch (error) {
    complaints.push(error.stack.split('\n').slice(0, 4).join(' '));
  }
  for (const text of complaints.slice(0, 10)) console.log(`# ${text}`);
  console.log(`${complaints.length === 0 ? 'ok' : 'not ok'} - ${description}`);
}
