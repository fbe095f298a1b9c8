import groovy.json.JsonSlurper

// Both invocations write into one log, the second after the first.
def log = new File(basedir, 'build.log').getText('UTF-8')
def runs = log.split('(?m)^.*Running org\\.example\\.HurriedCounterTest$')
assert runs.length == 3: "the broken mechanism was audited ${runs.length - 1} times, not twice"

def reproduce = 'mvn test -Dtest=org.example.HurriedCounterTest#keepsItsClaim -Dassay.seed=7'
def executed = new Properties()
new File(basedir, 'invoker.properties').withInputStream { executed.load(it) }
assert 'mvn ' + executed['invoker.goals.2'] == reproduce

// What a developer needs stands in the log, and comes out the same when the printed line is run.
def told = { String run, String field ->
    def found = (run =~ /(?m)^  ${field} +(\S.*)$/)
    assert found.find(): "the failure does not tell '${field}'"
    found.group(1)
}
for (field in ['pair', 'left', 'right', 'shrunk from', 'event', 'on the left', 'on the right', 'lower bound',
               'false alarm', 'seed', 'reproduce']) {
    assert told(runs[1], field) == told(runs[2], field)
}
assert told(runs[1], 'reproduce') == reproduce
assert told(runs[1], 'seed') == '7'
assert log.contains('the mechanism does not satisfy 1.0-DP under add-remove: refuted after')

// The first run has audited all three mechanisms, and the correct one stood.
assert log.contains('Tests run: 3, Failures: 1, Errors: 0, Skipped: 0')
def ledgers = new File(basedir, 'target/assay').listFiles().findAll { it.name.endsWith('.jsonl') }.sort { it.name }
assert ledgers.size() == 2
def lines = ledgers[0].readLines('UTF-8').collect { new JsonSlurper().parseText(it) }
def verdicts = lines.collectEntries { [it.test, it.verdict] }
assert verdicts == [
    'org.example.CounterTest#keepsItsClaim': 'NOT_REFUTED',
    'org.example.CounterTest#anAuditNoticesASmallerEpsilon': 'REFUTED',
    'org.example.HurriedCounterTest#keepsItsClaim': 'REFUTED',
]
assert lines.collect { it.errorProbability }.sum() <= 0.001
return true
