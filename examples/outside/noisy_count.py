"""How many records are positive, plus Laplace noise of the scale given on the command line."""
import json
import random
import sys

scale = float(sys.argv[1])
for line in sys.stdin:
    request = json.loads(line)
    rng = random.Random(request["seed"])
    count = sum(1 for record in request["dataset"] if float(record) > 0)
    outputs = [
        count + scale * (rng.expovariate(1) - rng.expovariate(1)) for _ in range(request["runs"])
    ]
    print(json.dumps({"outputs": outputs}), flush=True)
