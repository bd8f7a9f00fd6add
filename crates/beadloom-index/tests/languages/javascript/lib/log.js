exports.log = function log(line) {
  format(line);
};
exports.level = 'info';

function format(line) {}
